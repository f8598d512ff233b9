/**
 * What is measured inside one JVM, with JMH.
 */
@NullMarked
package io.pimlock.benchmarks.micro;

import org.jspecify.annotations.NullMarked;
