import type { OutputStream, World } from './world.ts'

export interface Paint {
  /** The one accent. */
  accent(text: string): string
  dim(text: string): string
  bold(text: string): string
  good(text: string): string
  bad(text: string): string
  warn(text: string): string
}

const codes = {
  accent: [36, 39],
  dim: [2, 22],
  bold: [1, 22],
  good: [32, 39],
  bad: [31, 39],
  warn: [33, 39],
} as const

/** Colours for one stream: only on a terminal, never with NO_COLOR or a dumb terminal. */
export function createPaint(stream: OutputStream, env: World['env']): Paint {
  const wanted = stream.isTTY && !env.NO_COLOR && env.TERM !== 'dumb'
  const style =
    ([open, close]: readonly [number, number]) =>
    (text: string) =>
      wanted && text !== '' ? `\u001b[${open}m${text}\u001b[${close}m` : text
  return {
    accent: style(codes.accent),
    dim: style(codes.dim),
    bold: style(codes.bold),
    good: style(codes.good),
    bad: style(codes.bad),
    warn: style(codes.warn),
  }
}
