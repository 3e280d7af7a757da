import { type Endpoint, type Issue, KinoraError } from '@kinora/core'
import { brokenReference } from '../db/broken-rules.ts'

/**
 * C-136: what a call names and the database doesn't know, as a row that went between the check and the write, is a
 * reference that doesn't exist, at its field where the input has it. Anything else is given back as it is.
 */
export function explainReference(
  thrown: unknown,
  endpoint: Endpoint,
  input: Record<string, unknown>,
): unknown {
  const broken = brokenReference(thrown)
  if (broken === undefined) return thrown
  if (broken.isStillNamed) return new KinoraError('conflict', { cause: thrown })
  const noun = broken.column.replace(/_(id|tag)$/, '')
  const path = Object.keys(endpoint.input.shape).find(field => bare(field) === bare(noun))
  // What no field names was taken away meanwhile by somebody else.
  if (path === undefined) return new KinoraError('conflict', { cause: thrown })
  return new KinoraError('invalid', { cause: thrown, issues: [unknown(path, noun, input[path])] })
}

/** A column or a field by what it names alone, whether it holds one id or several. */
const bare = (name: string): string =>
  name
    .replaceAll('_', '')
    .toLowerCase()
    .replace(/(id|tag)s?$/, '')

function unknown(path: string, noun: string, value: unknown): Issue {
  const words = noun.replaceAll('_', ' ')
  const field = words.charAt(0).toUpperCase() + words.slice(1)
  return {
    path,
    code: 'validation.reference',
    params: { field, value: typeof value === 'string' ? value : '' },
  }
}
