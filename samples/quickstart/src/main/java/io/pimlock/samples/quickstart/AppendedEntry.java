package io.pimlock.samples.quickstart;

/**
 * An entry as its writer is told of it.
 *
 * @param number its place in the ledger, from 1
 * @param pid the process that wrote it
 * @param text what it says
 * @param fencingToken the token of the hold under which it was written; rises with the
 * number
 */
record AppendedEntry(long number, long pid, String text, long fencingToken) {
}
