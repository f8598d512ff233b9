package io.pimlock.torture;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A titled table that can be written as text or as Markdown.
 *
 * @param title its title
 * @param head the names of its columns
 * @param rows its rows
 */
record Table(String title, List<String> head, List<List<String>> rows) {

	Table(String title, String... head) {
		this(title, List.of(head), new ArrayList<>());
	}

	Table row(Object... cells) {
		this.rows.add(Arrays.stream(cells).map(String::valueOf).toList());
		return this;
	}

	String text() {
		StringBuilder text = new StringBuilder(this.title).append('\n');
		List<List<String>> all = new ArrayList<>(List.of(this.head));
		all.addAll(this.rows);
		for (List<String> row : all) {
			text.append(' ');
			for (int i = 0; i < row.size(); i++) {
				int column = i;
				int width = all.stream().mapToInt((cells) -> cells.get(column).length()).max().orElse(0);
				text.append(' ').append(row.get(i));
				if (i < row.size() - 1) {
					text.append(" ".repeat(width - row.get(i).length() + 1));
				}
			}
			text.append('\n');
		}
		return text.append('\n').toString();
	}

	String markdown() {
		return "## " + this.title + "\n\n" + line(this.head) + line(this.head.stream().map((name) -> "---").toList())
				+ this.rows.stream().map(Table::line).collect(Collectors.joining()) + "\n";
	}

	private static String line(List<String> cells) {
		return cells.stream().map((cell) -> cell.replace("|", "\\|")).collect(Collectors.joining(" | ", "| ", " |\n"));
	}

}
