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
  const issues = path === undefined ? [] : [unknown(path, noun, input[path])]
  return new KinoraError('invalid', { cause: thrown, issues })
}

/** `class_category`, `classCategoryId` and `TenantID` by what they name alone. */
const bare = (name: string): string =>
  name
    .replaceAll('_', '')
    .toLowerCase()
    .replace(/(id|tag)$/, '')

function unknown(path: string, noun: string, value: unknown): Issue {
  const words = noun.replaceAll('_', ' ')
  const field = words.charAt(0).toUpperCase() + words.slice(1)
  return {
    path,
    code: 'validation.reference',
    params: { field, value: typeof value === 'string' ? value : '' },
  }
}
