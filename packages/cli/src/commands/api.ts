import {
  type BinaryResponse,
  contract,
  type Endpoint,
  fromWireNames,
  type InputSchema,
  isBinary,
  parseInput,
} from '@kinora/core'
import type { Command } from 'commander'
import { safe } from '../kernel/cells.ts'
import { addExamples } from '../kernel/examples.ts'
import { usage } from '../kernel/exit.ts'
import { assertFields, namesOf } from '../kernel/json-fields.ts'
import { saveResponse } from '../kernel/save-response.ts'
import type { Session } from '../kernel/session.ts'
import { text } from '../kernel/texts.ts'
import { answerFields, fieldsOf } from '../kernel/verb.ts'

interface ApiFlags {
  input?: string
  output?: string
}

/** Every endpoint of the contract under `noun.verb`; without a name, the list of them. */
export function addApi(command: Command, session: Session): void {
  command
    .argument('[noun.verb]')
    .option('--input <json>', 'the input: JSON, @file, or - for stdin; a file part is given by its path')
    .option('-o, --output <file>', text('api.output'))
    .action((id: string | undefined, flags: ApiFlags) =>
      id === undefined ? list(session) : call(session, id, flags),
    )
  addExamples(command, [
    '',
    'titles.search --input \'{"query":"yoga","take":5}\'',
    'titles.export --input @filters.json -o titles.csv',
  ])
}

type Listed = Pick<Endpoint, 'id' | 'method' | 'path' | 'summary'>
const listedFields = namesOf<Listed>({ id: true, method: true, path: true, summary: true })

function list(session: Session): void {
  assertFields(session.options.json, listedFields)
  const rows = endpoints.map(({ id, method, path, summary }) => ({ id, method, path, summary }))
  session.print.table(rows, [
    { header: 'ENDPOINT', value: row => row.id, look: 'accent' },
    { header: 'CALL', value: row => `${row.method} ${row.path}`, flexible: true },
    { header: 'WHAT IT DOES', value: row => row.summary, look: 'dim', flexible: true },
  ])
}

async function call(session: Session, id: string, flags: ApiFlags): Promise<void> {
  const endpoint = endpoints.find(candidate => candidate.id === id)
  if (endpoint === undefined) throw usage(safe`Unknown endpoint ${id}`, 'List all endpoints: kinora api')
  const given = fromWireNames(endpoint.wireNames().input, await readInput(session, flags.input))
  const input = await withFiles(session, endpoint.input, given as Record<string, unknown>)
  parseInput(endpoint.input, input)
  const known = isBinary(endpoint.output) ? undefined : answerFields(endpoint.output)
  if (known !== undefined) {
    assertFields(session.options.json, known.fields)
    session.print.nameJson(known.names)
  }
  const answer = await (await session.send())(endpoint, input)
  if (isBinary(endpoint.output)) return saveResponse(session, answer as BinaryResponse, flags.output)
  if (answer === undefined) return session.print.done('Done. The server returned no content.')
  if (known === undefined) assertFields(session.options.json, Object.keys(answer))
  await saveResponse(session, { body: session.print.toOutput(answer as object) }, flags.output)
}

/** JSON itself, `@file`, or `-` for stdin. */
async function readInput(session: Session, given = '{}'): Promise<Record<string, unknown>> {
  const { files, stdin } = session.world
  const json =
    given === '-' ? await stdin.text() : given.startsWith('@') ? await files.text(given.slice(1)) : given
  const value = parse(json)
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return value as Record<string, unknown>
  throw usage(
    text('usage.notJson', { what: '--input' }),
    'Pass an object such as --input \'{"tag":"…"}\', --input @file.json or --input -',
  )
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}

/** A part that is a file is given by its path. */
async function withFiles(session: Session, schema: InputSchema, input: Record<string, unknown>) {
  const opened = { ...input }
  for (const [key, field] of fieldsOf(schema)) {
    const path = input[key]
    if (field.kind !== 'file' || typeof path !== 'string') continue
    const file = await session.world.files.open(path)
    opened[key] = new File([file.blob], file.name)
  }
  return opened
}

/** Every endpoint of the contract. */
export const endpoints: readonly Endpoint[] = Object.values(contract).flatMap(noun => Object.values(noun))
