/**
 * The types that the public client declares, read from its own declaration file and held against answers: an oracle
 * that nobody here has written. A value fits when every member that its type requires is there, every member is of its
 * type, and none is null. Members the client does not know are no fault; they are collected by name.
 */
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const DECLARATIONS = fileURLToPath(new URL('../../node_modules/@apptus/esales-api/dist/mod.d.ts', import.meta.url));

export class ClientTypes {
  /** Members found that the client does not declare, as `Type.member`. */
  readonly unknown = new Set<string>();
  private readonly checker: ts.TypeChecker;
  private readonly exported: ReadonlyMap<string, ts.Symbol>;

  constructor() {
    const program = ts.createProgram([DECLARATIONS], {
      strict: true,
      noResolve: true,
      types: [],
      lib: ['lib.es5.d.ts'],
    });
    this.checker = program.getTypeChecker();
    const module = this.checker.getSymbolAtLocation(program.getSourceFile(DECLARATIONS)!)!;
    this.exported = new Map(this.checker.getExportsOfModule(module).map(symbol => [symbol.name, symbol]));
  }

  /** What keeps `value` from being of an exported type, each with its path; empty when it is. */
  faults(type: string, value: unknown): string[] {
    const symbol = this.exported.get(type);
    if (symbol === undefined) throw new Error(`the client exports no type ${type}`);
    return this.check(this.checker.getDeclaredTypeOfSymbol(symbol), value, type);
  }

  private check(type: ts.Type, value: unknown, path: string): string[] {
    const { flags } = type;
    if (flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) return [];
    const wrong = () => [`${path}: ${JSON.stringify(value)?.slice(0, 60)} is not ${this.checker.typeToString(type)}`];
    if (type.isUnion()) return this.closest(type.types, value, path);
    if (type.isIntersection()) {
      // Branded text is text and an object at once: only the text can be seen in JSON.
      const visible = type.types.filter(part => !(typeof value === 'string' && part.flags & ts.TypeFlags.Object));
      if (visible.length < type.types.length) return visible.flatMap(part => this.check(part, value, path));
      return this.checkObject(type, value, path) ?? wrong();
    }
    if (type.isLiteral()) return value === type.value ? [] : wrong();
    if (flags & ts.TypeFlags.BooleanLiteral) return String(value) === this.checker.typeToString(type) ? [] : wrong();
    if (flags & ts.TypeFlags.String) return typeof value === 'string' ? [] : wrong();
    if (flags & ts.TypeFlags.Number) return typeof value === 'number' ? [] : wrong();
    if (flags & ts.TypeFlags.Undefined) return value === undefined ? [] : wrong();
    if (this.checker.isArrayType(type)) {
      if (!Array.isArray(value)) return wrong();
      const [item] = this.checker.getTypeArguments(type as ts.TypeReference);
      return value.flatMap((element, i) => this.check(item!, element, `${path}[${i}]`));
    }
    if (flags & ts.TypeFlags.Object) return this.checkObject(type, value, path) ?? wrong();
    throw new Error(`${path}: types like ${this.checker.typeToString(type)} are not known here`);
  }

  /** The faults under the member of a union that fits best. */
  private closest(types: readonly ts.Type[], value: unknown, path: string): string[] {
    let fewest: string[] | undefined;
    let found: ReadonlySet<string> = new Set();
    const before = new Set(this.unknown);
    for (const type of types) {
      const faults = this.check(type, value, path);
      if (fewest === undefined || faults.length < fewest.length) {
        fewest = faults;
        found = new Set(this.unknown);
      }
      this.unknown.clear();
      for (const name of before) this.unknown.add(name);
    }
    for (const name of found) this.unknown.add(name);
    return fewest ?? [];
  }

  private checkObject(type: ts.Type, value: unknown, path: string): string[] | undefined {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
    const members = new Map(Object.entries(value));
    const faults: string[] = [];
    for (const symbol of this.checker.getPropertiesOfType(type)) {
      const member = members.get(symbol.name);
      const there = members.delete(symbol.name);
      if (there) faults.push(...this.check(this.checker.getTypeOfSymbol(symbol), member, `${path}.${symbol.name}`));
      else if (!(symbol.flags & ts.SymbolFlags.Optional)) faults.push(`${path}.${symbol.name}: missing`);
    }
    const index = this.checker.getIndexTypeOfType(type, ts.IndexKind.String);
    for (const [name, member] of members) {
      if (index !== undefined) faults.push(...this.check(index, member, `${path}.${name}`));
      else this.unknown.add(`${(type.aliasSymbol ?? type.symbol)?.name ?? 'object'}.${name}`);
    }
    return faults;
  }
}
