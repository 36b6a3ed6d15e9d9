/** @param name of a time zone, like Europe/Stockholm @returns whether this version of the JavaScript engine knows it */
export function isTimeZone(name: string): boolean {
  // Offsets like +01:00 are none in all versions.
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}
