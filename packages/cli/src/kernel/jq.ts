import { type Jq, loadJq } from 'jq-wasm'
import { safe } from './cells.ts'
import { explain, usage } from './exit.ts'
import type { World } from './world.ts'

/** Turns JSON into lines: a string as it is, any other value as compact JSON. */
export type JsonFilter = (json: string) => string[]

/** What jq ends with where an expression can't be compiled. */
const COMPILE_ERROR = 3

/**
 * jq itself, in WebAssembly. An expression that can't be compiled is a usage error, before anything is done; one that
 * never ends is Ctrl-C's to end.
 */
export async function loadFilter(
  expression: string,
  withoutSignalListeners: World['withoutSignalListeners'],
): Promise<JsonFilter> {
  const jq = await loadJq()
  assertCompiles(jq, expression)
  return json => {
    const { stdout, stderr, exitCode } = withoutSignalListeners(() => run(jq, json, expression))
    if (exitCode !== 0)
      throw explain('refused', {
        what: safe`--jq doesn’t fit the result: ${reasonOf(stderr)}`,
        how: 'The command itself is done. Look at the JSON with --json, then correct the expression.',
      })
    return stdout === '' ? [] : stdout.split('\n').map(toLine)
  }
}

/** In a branch that is never taken, so that an expression without end ends here. */
function assertCompiles(jq: Jq, expression: string): void {
  const isTried =
    run(jq, 'null', `if false then (\n${expression}\n) else null end`).exitCode !== COMPILE_ERROR
  if (isTried) return
  const { stderr } = run(jq, 'null', expression)
  throw usage(
    safe`--jq: ${reasonOf(stderr)}`,
    "Quote the expression for the shell, as in --jq '.[].tag'. The language: https://jqlang.org/manual",
  )
}

/** Without `--` an expression that begins with a minus would be a flag. */
const run = (jq: Jq, json: string, expression: string) => jq.raw(json, expression, ['-c', '--'])

const toLine = (output: string): string => (output.startsWith('"') ? (JSON.parse(output) as string) : output)

/** `jq: error: syntax error, … at <top-level>, line 1, column 2:` without what names the program. */
const reasonOf = (stderr: string): string =>
  (stderr.split('\n', 1)[0] ?? '')
    .replace(/^jq: error(?: \(at [^)]*\))?: /, '')
    .replace(' at <top-level>', '')
    .replace(/:$/, '')
