/** The spellings of each folded phrase: up to three with their counts, so that the usual one is shown. */

export interface Form {
  text: string;
  weight: number;
}

const MOST_FORMS = 3;

export class Wordings {
  /** Spellings by slot of the phrase. */
  private readonly forms: Form[][] = [];

  note(phrase: number, text: string, weight: number): void {
    while (this.forms.length <= phrase) this.forms.push([]);
    const forms = this.forms[phrase];
    const known = forms.find(form => form.text === text);
    if (known) known.weight += weight;
    else if (forms.length < MOST_FORMS) forms.push({ text, weight });
    else {
      const least = forms.reduce((a, b) => (b.weight < a.weight ? b : a));
      forms[forms.indexOf(least)] = { text, weight };
    }
  }

  /** The most frequent spelling of a phrase; undefined if it was never typed. */
  usual(phrase: number): string | undefined {
    const forms = this.forms[phrase] ?? [];
    return forms.length === 0 ? undefined : forms.reduce((a, b) => (b.weight > a.weight ? b : a)).text;
  }

  scale(factor: number): void {
    for (const forms of this.forms) for (const form of forms) form.weight *= factor;
  }

  forget(gone: Uint8Array): void {
    for (let phrase = 0; phrase < this.forms.length; phrase++) if (gone[phrase] === 1) this.forms[phrase] = [];
  }

  /** Encodes the spellings as JSON. */
  encode(): Uint8Array {
    return Buffer.from(JSON.stringify(this.forms.map(forms => forms.map(({ text, weight }) => [text, weight]))));
  }

  /** Restores encoded spellings; none may be stored. */
  decode(bytes: Uint8Array): void {
    const forms = JSON.parse(Buffer.from(bytes).toString()) as [text: string, weight: number][][];
    for (const list of forms) this.forms.push(list.map(([text, weight]) => ({ text, weight })));
  }
}
