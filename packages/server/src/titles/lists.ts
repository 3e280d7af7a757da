import { parsePgArray } from 'drizzle-orm/pg-core'

/** `{a,b}`, a list as the database writes it: most have nothing in them that is quoted. */
export function toList(text: string): string[] {
  if (text === '{}') return []
  return text.includes('"') ? parsePgArray(text) : text.slice(1, -1).split(',')
}
