package kotlin.coroutines;

/**
 * Stands in for Kotlin's interface, which only has to have this name.
 *
 * @param <T> the result
 */
public interface Continuation<T> {

}
