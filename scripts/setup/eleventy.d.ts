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

  export interface EleventyConfig {
    ignores: Set<string>;
    setUseGitIgnore(use: boolean): void;
    setIncludesDirectory(folder: string): void;
    addGlobalData(name: string, value: unknown): void;
    addCollection<Page>(name: string, select: (all: { getAll(): Page[] }) => unknown): void;
    amendLibrary(name: 'md', amend: (markdown: import('markdown-it').default) => void): void;
  }
}
