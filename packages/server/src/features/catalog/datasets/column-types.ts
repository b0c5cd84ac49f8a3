/** The types of columns, and the native types of databases that belong to them. */

/** A type of columns. */
export type ColumnType = 'TEXT' | 'INTEGER' | 'NUMBER' | 'BOOLEAN' | 'DATE' | 'TIME' | 'TIMESTAMP' | 'BINARY' | 'OBJECT' | 'LIST' | 'OTHER';

/** The first expression that matches a native type gives its column type. */
const NATIVE: readonly (readonly [RegExp, ColumnType])[] = [
  [/\[\]$|^array|^list/i, 'LIST'],
  [/json|struct|map|^row\b|^object|xml/i, 'OBJECT'],
  [/^bool|^bit(?:\(1\))?$|^tinyint\(1\)$/i, 'BOOLEAN'],
  [/^timestamp|^datetime|^smalldatetime/i, 'TIMESTAMP'],
  [/^date/i, 'DATE'],
  [/^time/i, 'TIME'],
  [/^(?:big|small|tiny|medium|huge|u)*int|^integer|serial|^year/i, 'INTEGER'],
  [/^(?:numeric|decimal|number|double|float|real|money|smallmoney|dec\b)/i, 'NUMBER'],
  [/char|text|clob|string|^enum|^set\b|^uuid|uniqueidentifier|^inet|^cidr|^citext|^name$/i, 'TEXT'],
  [/blob|binary|bytea|^image/i, 'BINARY'],
];

/** Returns the column type of a native type; OTHER for an unknown one. */
export const columnTypeOf = (native: string): ColumnType => NATIVE.find(([expression]) => expression.test(native.trim()))?.[1] ?? 'OTHER';
