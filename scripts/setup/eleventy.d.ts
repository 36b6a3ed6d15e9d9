/** What is used of the generator, which has no types. */
declare module '@11ty/eleventy' {
  export default class Eleventy {
    constructor(
      input: string,
      output: string,
      options: { quietMode: boolean; config: (config: EleventyConfig) => void },
    );
    init(): Promise<void>;
    write(): Promise<unknown>;
  }

  interface Token {
    children: Token[] | null;
    attrGet(name: string): string | null;
    attrSet(name: string, value: string): void;
  }

  /** What makes HTML of Markdown. */
  export interface Markdown {
    set(options: { html: boolean; typographer: boolean }): void;
    use(plugin: unknown, options: object): void;
    core: { ruler: { push(name: string, rule: (state: { tokens: Token[] }) => void): void } };
  }

  export interface EleventyConfig {
    ignores: Set<string>;
    setUseGitIgnore(use: boolean): void;
    setIncludesDirectory(folder: string): void;
    addGlobalData(name: string, value: unknown): void;
    addCollection<Page>(name: string, select: (all: { getAll(): Page[] }) => unknown): void;
    amendLibrary(name: 'md', amend: (markdown: Markdown) => void): void;
  }
}
