/**
 * Kitchen and tableware, drawn as in `shapes-clothes.ts`.
 */
import { dot, oval } from './paths.js';
import type { Shape } from './tones.js';

export const TABLE: Record<string, Shape> = {
  mug: [
    ['strap', 'M128 104 Q164 98 162 134 Q160 168 126 164'],
    ['base', 'M48 82 H130 V166 Q130 194 104 194 H74 Q48 194 48 166Z'],
    ['dark', oval(89, 84, 41, 10)],
    ['light', 'M58 104 H66 V160 Q64 176 58 168Z'],
  ],
  plate: [
    ['base', dot(100, 120, 82)],
    ['light', dot(100, 120, 60)],
    ['line', `${dot(100, 120, 60)} ${dot(100, 120, 76)}`],
  ],
  bowl: [
    ['dark', 'M74 184 H126 L130 200 H70Z'],
    ['base', 'M30 104 H170 Q168 188 100 190 Q32 188 30 104Z'],
    ['dark', oval(100, 104, 70, 17)],
    ['light', 'M46 130 Q56 166 84 180 Q64 156 58 130Z'],
  ],
  pan: [
    ['deep', 'M120 118 L188 100 Q198 104 192 114 L124 136Z'],
    ['base', 'M14 112 H132 L124 152 Q122 160 112 160 H34 Q24 160 22 152Z'],
    ['dark', oval(73, 113, 59, 11)],
    ['light', 'M28 130 L34 150 H44 L38 130Z'],
  ],
  saucepan: [
    ['deep', 'M20 128 H44 V140 H20Z M156 128 H180 V140 H156Z M88 66 H112 V80 H88Z'],
    ['base', 'M38 108 H162 V182 Q162 198 146 198 H54 Q38 198 38 182Z'],
    ['dark', 'M34 102 H166 V112 H34Z'],
    ['light', 'M40 102 Q46 80 100 78 Q154 80 160 102Z M52 122 H62 V178 Q56 184 52 174Z'],
  ],
  kettle: [
    ['strap', 'M126 84 Q176 82 164 150 L150 164'],
    ['base', 'M64 76 H126 L150 196 H48 L56 124 L28 96 L42 90 L62 106Z'],
    ['deep', 'M44 196 H154 V208 H44Z M86 58 H104 V70 H86Z'],
    ['dark', 'M66 66 H124 L127 80 H63Z'],
    ['light', 'M72 94 H82 L70 182 H60Z'],
  ],
  board: [
    [
      'base',
      'M52 66 Q52 52 66 52 H86 V34 Q86 24 100 24 Q114 24 114 34 V52 H134 Q148 52 148 66 V198 Q148 212 134 212 H66 Q52 212 52 198Z',
    ],
    ['tile', dot(100, 38, 5)],
    ['line', 'M70 66 Q66 130 72 200 M92 62 Q88 130 94 204 M116 62 Q120 130 114 204 M134 68 Q136 130 130 198'],
  ],
};
