package io.pimlock.samples.store;

import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.Set;

import org.springframework.context.annotation.Profile;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * Which document has which body: an embedded database, which only the store's owner
 * opens.
 */
@Component
@Profile("owner")
class DocumentIndex {

	private final JdbcClient jdbc;

	DocumentIndex(JdbcClient jdbc) {
		this.jdbc = jdbc;
	}

	void put(QueuedDocument document) {
		this.jdbc.sql("merge into document (name, digest, size, stored_at) key (name) values (?, ?, ?, ?)")
			.params(document.name(), document.object().digest(), document.object().size(),
					OffsetDateTime.ofInstant(document.storedAt(), ZoneOffset.UTC))
			.update();
	}

	List<Document> documents(String containing) {
		return this.jdbc
			.sql("select name, digest, size, stored_at from document where locate(?, name) > 0 order by name")
			.param(containing)
			.query((row, number) -> new Document(row.getString(1), row.getString(2), row.getLong(3),
					row.getObject(4, OffsetDateTime.class).toInstant()))
			.list();
	}

	Optional<String> digest(String name) {
		return this.jdbc.sql("select digest from document where name = ?").param(name).query(String.class).optional();
	}

	boolean remove(String name) {
		return this.jdbc.sql("delete from document where name = ?").param(name).update() > 0;
	}

	Set<String> digests() {
		return this.jdbc.sql("select distinct digest from document").query(String.class).set();
	}

}
