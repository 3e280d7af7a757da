import { firstGraphemes } from '../../kernel/characters.ts'
import type { MessageKey } from '../../messages/en.ts'

export type VttCode = Extract<MessageKey, `webvtt.${string}`>

/** What is wrong with a line, and how to fix it: the text of its code. */
export interface VttProblem {
  code: VttCode
  /** From 1. */
  line: number
  /** An error loses words on the way to the viewer; a warning only shows them otherwise than was meant. */
  severity: 'error' | 'warning'
  value?: string
  /** What else its text says. */
  params?: Readonly<Record<string, string | number>>
}

const warnings: ReadonlySet<VttCode> = new Set<VttCode>([
  'webvtt.blankLine',
  'webvtt.empty',
  'webvtt.order',
  'webvtt.setting',
  'webvtt.style',
  'webvtt.unknownTag',
])

/** Long values are shortened: they are read in a sentence. */
export function vttProblem(code: VttCode, line: number, value?: string): VttProblem {
  const severity = warnings.has(code) ? 'warning' : 'error'
  if (value === undefined) return { code, line, severity }
  return {
    code,
    line,
    severity,
    value: value.length > 40 ? `${firstGraphemes(value.slice(0, 400), 39)}…` : value,
  }
}
