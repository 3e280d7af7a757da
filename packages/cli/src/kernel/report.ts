import {
  type Change,
  type ErrorCode,
  exitCodeOf,
  isKinoraError,
  type KinoraError,
  toKinoraError,
} from '@kinora/core'
import { safe, toLine } from './cells.ts'
import {
  type Explanation,
  explanationIn,
  flagsIn,
  isAccessDenied,
  isChangedFile,
  isDiskFull,
} from './exit.ts'
import { inContext, listFor, listOfNames, namesHint, quotaHint } from './hints.ts'
import { messages } from './messages.ts'
import { createPaint } from './print.ts'
import { text } from './texts.ts'
import { tokenVariable, type tokenVariables, type World } from './world.ts'

/** Before what happened; some texts of core begin with it themselves. */
const MARK = 'Error:'

/** The one catch: prints an error in three parts on stderr and gives its exit code. `context` is that of `contextFlags`. */
export function report(world: World, error: unknown, context = ''): number {
  const failure = toKinoraError(error)
  const { what, why, how } = explanationOf(failure, world)
  const paint = createPaint(world.stderr, world.env)
  const lines = [`${paint.bad('✖')} ${MARK} ${toLine(withoutMark(what))}`]
  for (const reason of why) lines.push(`  ${paint.dim('Why:')}  ${toLine(reason)}`)
  if (how !== undefined) lines.push(`  ${paint.dim('Fix:')}  ${toLine(inContext(how, context))}`)
  if (failure.requestId !== undefined) lines.push(`  ${paint.dim('Request:')}  ${toLine(failure.requestId)}`)
  if (world.env.KINORA_DEBUG && failure.code === 'server') lines.push(stackOf(failure))
  world.stderr.write(`${lines.join('\n')}\n`)
  return exitCodeOf(failure)
}

const withoutMark = (what: string): string =>
  what.startsWith(`${MARK} `) ? what.slice(MARK.length + 1) : what

interface Paragraphs {
  what: string
  why: string[]
  how?: string | undefined
}

const told = ({ what, why, how }: Explanation): Paragraphs => ({
  what,
  why: why === undefined ? [] : [why],
  how,
})

function explanationOf(failure: KinoraError, { args, env }: World): Paragraphs {
  const own = ofDisk(failure.cause) ?? explanationIn(failure)
  if (own !== undefined) return told(own)
  if (failure.changes.length > 0)
    return {
      what: 'Someone else has saved this in the meantime',
      why: failure.changes.map(toChangeLine),
      how: outdatedHint(args),
    }
  const variable = failure.code === 'unauthorised' ? tokenVariable(env) : undefined
  const { why, how: known } = generalOf(variable ?? failure.code, args)
  const how = quotaHint(failure.issues) ?? howOf(failure, known)
  const sentences = failure.issues.map(issue => messages.issue(issue))
  if (sentences.length === 0) return told({ what: sentenceOf(failure, messages.error(failure)), why, how })
  const what = failure.detail ?? (sentences.length === 1 ? sentences[0]! : text('exit.invalid'))
  const mended = failure.issues.flatMap(issue => messages.mend(issue) ?? []).join(' ')
  return { what, why: sentences.filter(found => found !== what), how: mended || how }
}

/** The flags to correct, in place of what is known in general, and where to look for names. */
function howOf(failure: KinoraError, known: string | undefined): string | undefined {
  const flags = flagsIn(failure)
  const named =
    flags.length > 0 && known ? safe`Set or correct ${flags.join(', ')}, then run the command again.` : known
  const names = namesHint(failure.issues)
  return named && names ? `${named} ${names}` : named
}

/** What this machine's disk kept from being done. */
function ofDisk(cause: unknown): Explanation | undefined {
  if (isDiskFull(cause)) {
    const { path, message: reason } = cause
    return path === undefined
      ? {
          what: safe`This machine’s disk is full (${reason}).`,
          how: 'Free up space, then run the same command again. Finished work is kept.',
        }
      : {
          what: safe`This machine’s disk is full: ${path} couldn’t be written (${reason}).`,
          how: 'Free up space there or choose another place, then run the same command again. Finished work is kept.',
        }
  }
  if (isAccessDenied(cause)) {
    const [reason = ''] = cause.message.split(',', 1)
    return {
      what: text('disk.barred', { path: cause.path, reason }),
      how: 'Check its permissions, or choose another place: KINORA_CONFIG_DIR for sign-ins and the journal, --data for a platform’s own, -o for results.',
    }
  }
  if (!isChangedFile(cause)) return undefined
  return {
    what: 'A file was changed or removed while it was read.',
    how: 'Once nothing writes to it any more, run the same command again.',
  }
}

/** What somebody else has saved since, field by field. */
function toChangeLine({ path, before, after, by, at }: Change): string {
  const show = (value: unknown): string =>
    value === null || value === undefined ? 'empty' : JSON.stringify(value)
  const on = at.slice(0, 16).replace('T', ' ')
  return safe`${path}: ${show(before)} → ${show(after)} (${by ?? 'someone'}, ${on})`
}

/** A fault of our own says what it is: "Something went wrong" helps nobody at a terminal. */
function sentenceOf(failure: KinoraError, sentence: string): string {
  const cause = failure.cause
  return failure.code === 'server' &&
    failure.detail === undefined &&
    cause instanceof Error &&
    !isKinoraError(cause)
    ? `${sentence} (${cause.message})`
    : sentence
}

type Variable = (typeof tokenVariables)[number]

interface General {
  why?: string
  how?: string
  /** The same in the middle of work that goes on afterwards. */
  again?: string
}

const general: Readonly<Partial<Record<ErrorCode | Variable, General>>> = {
  offline: { why: text('why.offline'), how: text('how.offline', { context: '' }) },
  timeout: { why: 'The server took too long to respond.', how: text('how.timeout', { context: '' }) },
  unauthorised: {
    why: text('why.unauthorised'),
    how: 'Sign in again: kinora login',
    again: 'Sign in again (kinora login).',
  },
  KINORA_API_KEY: {
    why: 'The server rejected the key in KINORA_API_KEY, which takes precedence over a sign-in.',
    how: 'Set KINORA_API_KEY to a key that is good, and run the same command again: what was done is kept. Make one: kinora keys create',
    again: 'Set KINORA_API_KEY to a key that is good (kinora keys create).',
  },
  KINORA_TOKEN: {
    why: 'The server rejected the token in KINORA_TOKEN, which takes precedence over a sign-in.',
    how: 'Set KINORA_TOKEN to a valid token, or unset it and sign in: kinora login',
    again: 'Set KINORA_TOKEN to a valid token.',
  },
  forbidden: {
    why: 'The signed-in account doesn’t have permission to do this.',
    how: 'Check the account: kinora whoami',
  },
  notFound: { why: text('why.notFound') },
  clubOnly: { how: 'Choose a channel that isn’t for clubs only: kinora titles edit TAG --channel NAME' },
  invalid: { how: 'Fix the input named above and run the command again. --help lists every flag.' },
  tooLarge: { how: 'Send less at once.' },
  tooMany: { how: 'Wait, then try again.' },
  server: { how: 'Try again. If it keeps failing, give the request id to your administrator.' },
  storageFull: { how: text('how.storageFull') },
}

/** How a command is let in again that was shut out in the middle of its work; nothing where that isn't what happened. */
export function wayBackIn(
  { code }: KinoraError,
  env: World['env'],
): { why: string | undefined; how: string } | undefined {
  const { why, again } = (code === 'unauthorised' && general[tokenVariable(env) ?? code]) || {}
  return again === undefined ? undefined : { why, how: again }
}

/** A variable: the token that isn't accepted comes from there, so that signing in would not help. */
function generalOf(code: ErrorCode | Variable, args: readonly string[]): { why?: string; how?: string } {
  if (code === 'outdated') return { how: outdatedHint(args) }
  const { why, how = lookUpHint(code, args) } = general[code] ?? {}
  return { why, how }
}

/** How to go on after somebody else’s write. */
const outdatedHint = (args: readonly string[]): string =>
  args.some(word => word.startsWith('--if-version'))
    ? 'Nothing was saved. To save anyway, run the command again without --if-version.'
    : 'Nothing was saved. Look at what has changed, then run the same command again.'

/** Which command shows what the words of this one may name, or what stands against it. */
function lookUpHint(code: string, args: readonly string[]): string | undefined {
  if (code === 'notFound') {
    const list = listOfNames(args)
    return list === undefined ? 'Check the id.' : safe`Check the id. List what you can access: ${list}`
  }
  const list = code === 'refused' || code === 'conflict' ? listFor(args) : undefined
  return list === undefined ? undefined : text('how.look', { list })
}

function stackOf(failure: KinoraError): string {
  const cause = failure.cause
  return (cause instanceof Error ? cause.stack : failure.stack) ?? ''
}
