/**
 * Which items of a feed belong to which group. Variants name their group, by its key or by another name of it, or the group
 * names its variants; an item that is named by nothing is a group of its own. Of items with one id the last stands.
 */
import type { FeedReport } from '../feed-report.js';
import type { RowRelations } from '../formats/feed-format.js';
import type { FeedItem } from '../items/feed-item.js';
import { groupKeyOf } from '../items/keys.js';

export interface GroupMembers {
  key: string;
  /** Numbers of items, in the order of the feed. */
  items: number[];
}

/** What is kept of each item until the end of the feed. */
interface Entry {
  id: string | undefined;
  group: string | undefined;
  line: number;
}

export class GroupIndex {
  private readonly entries: Entry[] = [];
  private readonly aliases = new Map<string, string>();
  private readonly groupOfMember = new Map<string, string>();

  constructor(private readonly report: FeedReport) {}

  /** In the order of the items' numbers. */
  add({ id, group, line }: FeedItem, { aliases, members }: RowRelations): void {
    this.entries.push({ id, group, line });
    if (group === undefined) return;
    for (const alias of aliases ?? []) this.aliases.set(alias, group);
    for (const member of members ?? []) this.groupOfMember.set(member, group);
  }

  /** The groups in the order in which the feed names them first. */
  groups(): GroupMembers[] {
    const last = new Map<string, number>();
    for (const [number, { id }] of this.entries.entries()) if (id !== undefined) last.set(id, number);
    const groups = new Map<string, GroupMembers>();
    for (const [number, { id, group, line }] of this.entries.entries()) {
      if (id !== undefined && last.get(id) !== number) {
        this.report.leaveOut(line, 'id: expected each once; the last one stands', id);
        continue;
      }
      const name = this.groupOf(id, group);
      if (name === undefined) {
        this.report.leaveOut(line, 'group: expected a value');
        continue;
      }
      let members = groups.get(name);
      if (!members) groups.set(name, (members = { key: groupKeyOf(name, last.has(name)), items: [] }));
      members.items.push(number);
    }
    return [...groups.values()];
  }

  private groupOf(id: string | undefined, group: string | undefined): string | undefined {
    if (group !== undefined) return this.aliases.get(group) ?? group;
    return id === undefined ? undefined : (this.groupOfMember.get(id) ?? id);
  }
}
