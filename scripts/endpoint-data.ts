import type { Endpoint } from '@kinora/core'

/** The module with its endpoints as data; one that exports anything else can't be written so and is refused. */
export function toDataModule(id: string, exported: Record<string, unknown>): string {
  const nouns = Object.entries(exported).map(([name, value]) => {
    if (!isNoun(value)) throw new Error(`${id}: ${name} is no noun('…', { … }). Put it into schema.ts.`)
    const verbs = Object.entries(value).map(
      ([verb, endpoint]) => `${JSON.stringify(verb)}: ${toData(endpoint)}`,
    )
    return `export const ${name} = { ${verbs.join(', ')} }\n`
  })
  return `const usual = { ...${JSON.stringify(usual)}, wireNames: () => ({}) }\n${nouns.join('')}`
}

type Noun = Record<string, Endpoint>

/** What most endpoints have in common is written once. */
const usual = {
  status: 200,
  query: [],
  constants: {},
  headers: {},
  multipart: false,
  streamed: false,
  aliases: [],
  output: {},
}

function toData(endpoint: Endpoint): string {
  const own = Object.entries(withoutSchemas(endpoint)).filter(
    ([field, value]) => JSON.stringify(value) !== JSON.stringify((usual as Record<string, unknown>)[field]),
  )
  const names = JSON.stringify(endpoint.wireNames())
  const wireNames = names === '{}' ? '' : `wireNames: () => (${names}), `
  return `{ ...usual, ${wireNames}${JSON.stringify(Object.fromEntries(own)).slice(1)}`
}

const withoutSchemas = ({
  summary,
  input,
  output,
  created,
  scope,
  deprecated,
  wireNames,
  ...sent
}: Endpoint) => ({
  ...sent,
  /** A file is read as such; JSON is read without its schema. */
  output: 'kind' in output ? output : {},
})

const isNoun = (value: unknown): value is Noun =>
  typeof value === 'object' && value !== null && Object.values(value).every(isEndpoint)

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'id' in value && 'method' in value && 'path' in value
