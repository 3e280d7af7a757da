import { parse } from 'postgres-array'

/** `{a,b}`, a list as the database writes it: most have nothing in them that is quoted. */
export function toList(text: string): string[] {
  if (text === '{}') return []
  return text.includes('"') ? parse(text) : text.slice(1, -1).split(',')
}
