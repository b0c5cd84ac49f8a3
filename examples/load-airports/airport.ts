/** An airport, as it is stored in the table. */
export interface Airport {
  iata: string;
  name: string;
  city: string | null;
  state: string | null;
  country: string;
  latitude: number;
  longitude: number;
}

/** The columns of the source, of the table and of the load, in this order. */
export const columns = ['iata', 'name', 'city', 'state', 'country', 'latitude', 'longitude'] as const;

/** A row from the CSV parser. If the line is short, the last columns are missing. */
export type SourceRow = Partial<Record<(typeof columns)[number], string>>;

/** The result of the check of a row: the airport, or the violated rule (`reason`) with the value (`detail`). */
export type Checked = { airport: Airport } | { reason: string; detail: string };

/** Checks a row against the rules of the README, in their order; the first violated rule is the reason. `strict` adds two rules. */
export function checkAirport(row: SourceRow, seen: ReadonlySet<string>, strict: boolean): Checked {
  const [iata, name, city, state, country] = [row.iata, row.name, row.city, row.state, row.country].map(known);
  if (!iata || !/^[A-Z0-9]{3,4}$/.test(iata)) return rejected('code is not three or four letters or digits', iata);
  if (strict && iata.length !== 3) return rejected('code is not three letters or digits', iata);
  if (seen.has(iata)) return rejected('code occurs more than once', iata);
  if (!name) return rejected('name is missing', row.name);
  if (!country) return rejected('country is missing', row.country);
  if (strict && country === 'USA' && !state) return rejected('state of an airport in the USA is missing', row.state);
  if (state && !/^[A-Z]{2}$/.test(state)) return rejected('state is not two letters', state);
  const latitude = degrees(row.latitude, 90);
  if (latitude === undefined) return rejected('latitude is not a number from -90 to 90', row.latitude);
  const longitude = degrees(row.longitude, 180);
  if (longitude === undefined) return rejected('longitude is not a number from -180 to 180', row.longitude);
  return { airport: { iata, name, city: city ?? null, state: state ?? null, country, latitude, longitude } };
}

function rejected(reason: string, value: string | undefined): Checked {
  return { reason, detail: value ? `"${value}"` : 'empty' };
}

/** The source writes NA for unknown values. */
function known(value: string | undefined): string | undefined {
  return value === undefined || value === '' || value === 'NA' ? undefined : value;
}

function degrees(value: string | undefined, limit: number): number | undefined {
  if (!value || !/^-?\d+(\.\d+)?$/.test(value)) return undefined;
  const number = Number(value);
  return Math.abs(number) <= limit ? number : undefined;
}
