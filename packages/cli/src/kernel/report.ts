import {
  type Change,
  createMessages,
  type ErrorCode,
  en,
  exitCodeOf,
  isKinoraError,
  type KinoraError,
  toKinoraError,
} from '@kinora/core'
import { type TextKey, text, texts } from '../texts.ts'
import { toLine } from './cells.ts'
import { isBarred, isChangedFile, isDiskFull } from './disk.ts'
import { explanationIn, flagsIn } from './exit.ts'
import { listFor, listOfNames } from './list-for.ts'
import { createPaint } from './paint.ts'
import { quotaHow } from './quota-how.ts'
import type { World } from './world.ts'

/** The one catch: prints an error in three parts on stderr and gives its exit code. */
export function report(world: World, error: unknown): number {
  const failure = toKinoraError(error)
  const { what, why, how } = explanationOf(failure, world)
  const paint = createPaint(world.stderr, world.env)
  const lines = [`${paint.bad('✖')} ${text('exit.error')} ${toLine(withoutMark(what))}`]
  for (const reason of why) lines.push(`  ${paint.dim(text('exit.why'))}  ${toLine(reason)}`)
  if (how !== undefined) lines.push(`  ${paint.dim(text('exit.how'))}  ${toLine(how)}`)
  if (failure.requestId !== undefined)
    lines.push(`  ${paint.dim(text('exit.request'))}  ${toLine(failure.requestId)}`)
  if (world.env.KINORA_DEBUG && failure.code === 'server') lines.push(stackOf(failure))
  world.stderr.write(`${lines.join('\n')}\n`)
  return exitCodeOf(failure)
}

/** Some texts of the catalogue begin with `Error:` themselves. */
function withoutMark(what: string): string {
  const mark = `${text('exit.error')} `
  return what.startsWith(mark) ? what.slice(mark.length) : what
}

function explanationOf(
  failure: KinoraError,
  { args, env }: World,
): { what: string; why: string[]; how?: string } {
  if (isDiskFull(failure.cause)) {
    const { path, message: reason } = failure.cause
    const what = path === undefined ? text('disk.full', { reason }) : text('disk.fullAt', { path, reason })
    return { what, why: [], how: text(path === undefined ? 'disk.fullHow' : 'disk.fullAtHow') }
  }
  if (isBarred(failure.cause)) {
    const { path, message } = failure.cause
    const [reason = ''] = message.split(',', 1)
    return { what: text('disk.barred', { path, reason }), why: [], how: text('disk.barredHow') }
  }
  if (isChangedFile(failure.cause))
    return { what: text('disk.changed'), why: [], how: text('disk.changedHow') }
  const own = explanationIn(failure)
  if (own !== undefined) return { what: own.what, why: own.why === undefined ? [] : [own.why], how: own.how }
  if (failure.changes.length > 0)
    return {
      what: text('outdated.what'),
      why: failure.changes.map(toChangeLine),
      how: text('how.outdated'),
    }
  const known = generalOf(
    failure.code === 'unauthorised' && env.KINORA_TOKEN ? 'variable' : failure.code,
    args,
  )
  const flags = flagsIn(failure)
  const named = flags.length > 0 && known.how ? text('how.flags', { flags: flags.join(', ') }) : known.how
  const general = { ...known, how: quotaHow(failure.issues) ?? named }
  const messages = createMessages(en)
  const sentences = failure.issues.map(issue => messages.issue(issue))
  const sentence = sentenceOf(failure, messages.error(failure))
  if (sentences.length === 0)
    return { what: sentence, why: general.why === undefined ? [] : [general.why], how: general.how }
  const what = failure.detail ?? (sentences.length === 1 ? sentences[0]! : text('exit.invalid'))
  const mended = failure.issues.flatMap(issue => messages.mend(issue) ?? []).join(' ')
  return { what, why: sentences.filter(found => found !== what), how: mended || general.how }
}

/** What somebody else has saved since, field by field. */
function toChangeLine({ path, before, after, by, at }: Change): string {
  const show = (value: unknown): string =>
    value === null || value === undefined ? text('outdated.empty') : JSON.stringify(value)
  return text('outdated.change', {
    path,
    before: show(before),
    after: show(after),
    by: by ?? text('outdated.someone'),
    at: at.slice(0, 16).replace('T', ' '),
  })
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

/** `variable`: the token that isn't accepted comes from KINORA_TOKEN, so that signing in would not help. */
function generalOf(code: ErrorCode | 'variable', args: readonly string[]): { why?: string; how?: string } {
  const pick = (key: string) => (key in texts ? text(key as TextKey) : undefined)
  return { why: pick(`why.${code}`), how: pick(`how.${code}`) ?? lookHow(code, args) }
}

/** Which command shows what the words of this one may name, or what stands against it. */
function lookHow(code: string, args: readonly string[]): string | undefined {
  if (code === 'notFound') {
    const list = listOfNames(args)
    return list === undefined ? text('how.id') : text('how.idOf', { list })
  }
  const list = code === 'refused' || code === 'conflict' ? listFor(args) : undefined
  return list === undefined ? undefined : text('how.look', { list })
}

function stackOf(failure: KinoraError): string {
  const cause = failure.cause
  return (cause instanceof Error ? cause.stack : failure.stack) ?? ''
}
