/**
 * The types that the public client declares, read from its own declaration file and held against answers: an oracle
 * that this project has not written. A value fits when every member that its type requires is there, every member is of
 * its type, and none is null. Members the client does not know are no fault; they are collected by name.
 */
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type TypeScript from 'typescript';

/** By `require`: an import would first search nine megabytes for the names of exports. */
const ts = createRequire(import.meta.url)('typescript') as typeof TypeScript;
const DECLARATIONS = fileURLToPath(new URL('../../node_modules/@apptus/esales-api/dist/mod.d.ts', import.meta.url));

interface Shape {
  name: string;
  members: ReadonlyMap<string, { type: TypeScript.Type; optional: boolean }>;
  /** Of the values of a map. */
  index: TypeScript.Type | undefined;
}

export class ClientTypes {
  /** Members found that the client does not declare, as `Type.member`. */
  readonly unknown = new Set<string>();
  private readonly shapes = new Map<TypeScript.Type, Shape>();
  /** Types as text: members of unions that do not fit are told in most answers. */
  private readonly names = new Map<TypeScript.Type, string>();
  private readonly checker: TypeScript.TypeChecker;
  private readonly exported: ReadonlyMap<string, TypeScript.Symbol>;

  constructor() {
    const options = { strict: true, noResolve: true, types: [], lib: ['lib.es5.d.ts'] };
    const host = ts.createCompilerHost(options);
    // Most of a declaration file is comments.
    host.jsDocParsingMode = ts.JSDocParsingMode.ParseNone;
    const program = ts.createProgram([DECLARATIONS], options, host);
    this.checker = program.getTypeChecker();
    const module = this.checker.getSymbolAtLocation(program.getSourceFile(DECLARATIONS)!)!;
    this.exported = new Map(this.checker.getExportsOfModule(module).map(symbol => [symbol.name, symbol]));
  }

  /** What keeps `value` from being of an exported type, each with its path; empty when it is. */
  faults(type: string, value: unknown): string[] {
    const symbol = this.exported.get(type);
    if (symbol === undefined) throw new Error(`the client exports no type ${type}`);
    return this.check(this.checker.getDeclaredTypeOfSymbol(symbol), value, type, this.unknown);
  }

  private check(type: TypeScript.Type, value: unknown, path: string, unknown: Set<string>): string[] {
    const { flags } = type;
    if (flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) return [];
    const verdict = (fits: boolean) => (fits ? [] : [this.misfit(type, value, path)]);
    if (type.isUnion()) return this.closest(type.types, value, path, unknown);
    if (type.isIntersection() && typeof value === 'string') {
      // Branded text is text and an object at once: only the text can be seen in JSON.
      return verdict(type.types.some(part => part.flags & ts.TypeFlags.String));
    }
    if (type.isLiteral()) return verdict(value === type.value);
    if (flags & ts.TypeFlags.BooleanLiteral) return verdict(String(value) === this.checker.typeToString(type));
    if (flags & ts.TypeFlags.String) return verdict(typeof value === 'string');
    if (flags & ts.TypeFlags.Number) return verdict(typeof value === 'number');
    if (flags & ts.TypeFlags.Undefined) return verdict(value === undefined);
    if (this.checker.isArrayType(type)) {
      if (!Array.isArray(value)) return verdict(false);
      const [item] = this.checker.getTypeArguments(type as TypeScript.TypeReference);
      return value.flatMap((element, i) => this.check(item!, element, `${path}[${i}]`, unknown));
    }
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return verdict(false);
    return this.checkMembers(type, value, path, unknown);
  }

  /** The faults under the member of a union that fits best. */
  private closest(types: readonly TypeScript.Type[], value: unknown, path: string, unknown: Set<string>): string[] {
    let best: { faults: string[]; unknown: Set<string> } | undefined;
    for (const type of types) {
      const seen = new Set<string>();
      const faults = this.check(type, value, path, seen);
      if (best === undefined || faults.length < best.faults.length) best = { faults, unknown: seen };
      if (faults.length === 0) break;
    }
    for (const name of best!.unknown) unknown.add(name);
    return best!.faults;
  }

  private checkMembers(type: TypeScript.Type, value: object, path: string, unknown: Set<string>): string[] {
    const { members, index, name } = this.shapeOf(type);
    const faults: string[] = [];
    for (const [member, { type, optional }] of members) {
      if (Object.hasOwn(value, member)) {
        faults.push(...this.check(type, (value as Record<string, unknown>)[member], `${path}.${member}`, unknown));
      } else if (!optional) faults.push(`${path}.${member}: missing`);
    }
    for (const [member, found] of Object.entries(value)) {
      if (members.has(member)) continue;
      if (index !== undefined) faults.push(...this.check(index, found, `${path}.${member}`, unknown));
      else unknown.add(`${name}.${member}`);
    }
    return faults;
  }

  private shapeOf(type: TypeScript.Type): Shape {
    let shape = this.shapes.get(type);
    if (shape === undefined) {
      const members = this.checker
        .getPropertiesOfType(type)
        .map(
          symbol =>
            [
              symbol.name,
              { type: this.checker.getTypeOfSymbol(symbol), optional: (symbol.flags & ts.SymbolFlags.Optional) !== 0 },
            ] as const,
        );
      const name = (type.aliasSymbol ?? type.symbol)?.name ?? 'object';
      const index = this.checker.getIndexTypeOfType(type, ts.IndexKind.String);
      this.shapes.set(type, (shape = { name, members: new Map(members), index }));
    }
    return shape;
  }

  private misfit(type: TypeScript.Type, value: unknown, path: string): string {
    let name = this.names.get(type);
    if (name === undefined) this.names.set(type, (name = this.checker.typeToString(type)));
    return `${path}: ${JSON.stringify(value)?.slice(0, 60)} is not ${name}`;
  }
}
