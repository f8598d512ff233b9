import io.pimlock.file.*; import java.nio.file.*; import java.time.*;
public class L { public static void main(String[] a) throws Exception { Path d=Files.createTempDirectory("l"); Path l=d.resolve("loop"); Files.createSymbolicLink(l, l); var b=FilePimlock.create(PimlockOptions.defaults()).buckets();
 try { b.acquire(l, Duration.ZERO);} catch(Exception e){System.out.println(e);} 
 try { b.acquire(l.resolve("x"), Duration.ZERO);} catch(Exception e){System.out.println(e);} 
 try { b.inspect(l);} catch(Exception e){System.out.println(e);} 
 Path deep=d; while (deep.toString().length()<3850) deep=Files.createDirectory(deep.resolve("d".repeat(200))); Path k=Files.createDirectory(deep.resolve("e".repeat(4085-deep.toString().length()-1)));
 try { b.acquire(k, Duration.ZERO);} catch(Exception e){System.out.println(e.getMessage().substring(e.getMessage().length()-80));}
} }
