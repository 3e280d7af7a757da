/** What a write did to one field; the path is that of an issue, such as `name.de-DE`. */
export interface FieldChange {
  path: string
  before: unknown
  after: unknown
}

/** Columns and fields whose values are never recorded, wherever they stand. */
export const secretFields: readonly string[] = [
  ...['password', 'passwordHash', 'newPassword', 'secret', 'clientSecret', 'privateKey', 'apiKey'],
  ...['token', 'accessToken', 'refreshToken', 'hash', 'connectionString'],
  ...['jwPlayerSecret', 'secretKey', 'webHookKey', 'sharedSecret', 'sealed'],
]
const secrets: ReadonlySet<string> = new Set(secretFields)

/** The fields that differ, deep in records; lists count as one value and what is missing as null. */
export function differences(before: object, after: object): FieldChange[] {
  const [old, now] = [new Map(fieldsOf(before)), new Map(fieldsOf(after))]
  return [...new Set([...old.keys(), ...now.keys()])]
    .map(path => ({ path, before: old.get(path) ?? null, after: now.get(path) ?? null }))
    .filter(change => JSON.stringify(change.before) !== JSON.stringify(change.after))
}

/** What may be recorded of the changes. */
export const withoutSecrets = (changes: readonly FieldChange[]): FieldChange[] =>
  changes
    .filter(({ path }) => !path.split('.').some(name => secrets.has(name)))
    .map(({ path, before, after }) => ({ path, before: scrubbed(before), after: scrubbed(after) }))

/** Lists may hold records with secrets in them. */
const scrubbed = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, (name, inner: unknown) => (secrets.has(name) ? undefined : inner)),
  ) as unknown

function fieldsOf(record: object, prefix = ''): [string, unknown][] {
  return Object.entries(record).flatMap(([name, value]): [string, unknown][] =>
    isRecord(value) ? fieldsOf(value, `${prefix}${name}.`) : [[prefix + name, value]],
  )
}

const isRecord = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
