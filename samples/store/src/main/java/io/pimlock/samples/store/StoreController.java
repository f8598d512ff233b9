package io.pimlock.samples.store;

import java.io.IOException;
import java.util.List;
import java.util.Map;

import io.pimlock.StoreStagingException;

import org.springframework.context.annotation.Profile;
import org.springframework.core.io.FileSystemResource;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/**
 * The store over HTTP. Reading takes no lock.
 */
@RestController
@Profile("owner")
class StoreController {

	private final DocumentIndex index;

	private final Objects objects;

	private final Collector collector;

	StoreController(DocumentIndex index, Objects objects, Collector collector) {
		this.index = index;
		this.objects = objects;
		this.collector = collector;
	}

	@GetMapping("/documents")
	List<Document> documents(@RequestParam(defaultValue = "") String containing) {
		return this.index.documents(containing);
	}

	@GetMapping("/documents/{name}")
	ResponseEntity<FileSystemResource> content(@PathVariable String name) {
		return ResponseEntity
			.of(this.index.digest(name).map((digest) -> new FileSystemResource(this.objects.path(digest))));
	}

	@DeleteMapping("/documents/{name}")
	ResponseEntity<Void> remove(@PathVariable String name) {
		return this.index.remove(name) ? ResponseEntity.noContent().build() : ResponseEntity.notFound().build();
	}

	@PostMapping("/collections")
	Map<String, Integer> collect() throws IOException {
		return Map.of("collected", this.collector.collect());
	}

	@ExceptionHandler
	ResponseEntity<ProblemDetail> staging(StoreStagingException ex) {
		ProblemDetail problem = ProblemDetail.forStatusAndDetail(HttpStatus.CONFLICT, ex.getMessage());
		problem.setTitle("Somebody stages");
		return ResponseEntity.status(HttpStatus.CONFLICT).contentType(MediaType.APPLICATION_PROBLEM_JSON).body(problem);
	}

}
