import { type VttProblem, vttProblem } from './problem.ts'

const tag = /^\/|^(?:(?:c|i|b|u|ruby|rt|v|lang)(?:[.\s].*)?|(?:\d+:)?\d\d:\d\d\.\d{3})?$/s

/** A "<" without its ">" takes words for a tag, which then aren't shown; a tag that WebVTT doesn't have isn't shown either. */
export function* tagProblems(text: string, firstLine: number): Generator<VttProblem> {
  let line = firstLine
  for (const [whole, name, end] of text.matchAll(/\n|<([^<>]*)(>?)/g)) {
    const shown = whole.split('\n')[0]
    if (end === '') yield vttProblem('webvtt.tag', line, shown)
    else if (name !== undefined && !tag.test(name)) yield vttProblem('webvtt.unknownTag', line, shown)
    line += whole.split('\n').length - 1
  }
}
