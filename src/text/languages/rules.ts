/** Which language's rules a language goes by: both written forms of Norwegian by those of `no`. */
const RULES_OF: Record<string, string> = { nb: 'no', nn: 'no' };

/** Takes a language subtag. */
export function rulesOf(language: string): string {
  return RULES_OF[language] ?? language;
}
