import java.util.Arrays;

/** The bytes of an answer, in a buffer that is reused. */
final class Answer {
  private byte[] buffer = new byte[1 << 20];
  int length;

  void bytes(byte[] bytes, int from, int count) {
    if (length + count > buffer.length) buffer = Arrays.copyOf(buffer, (length + count) * 2);
    System.arraycopy(bytes, from, buffer, length, count);
    length += count;
  }

  @SuppressWarnings("deprecation")
  Answer ascii(String text) {
    if (length + text.length() > buffer.length) buffer = Arrays.copyOf(buffer, (length + text.length()) * 2);
    text.getBytes(0, text.length(), buffer, length);
    length += text.length();
    return this;
  }

  void number(int value) {
    ascii(Integer.toString(value));
  }
}
