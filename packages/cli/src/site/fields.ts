import { type ConfigurationType, configurationTypes, siteDrafts } from '@kinora/core'
import * as z from 'zod'
import { safe } from '../kernel/cells.ts'
import { usage } from '../kernel/exit.ts'

/** The type as it was written; a usage error where there is none such. */
export function toType(written: string): ConfigurationType {
  const found = configurationTypes.find(type => type === written.toLowerCase())
  if (found === undefined)
    throw usage(
      safe`${written} is no type of site settings`,
      'Use general, web, mobile, social, app or custom.',
    )
  return found
}

/** The fields of a type by their paths: `appTitle`, `light.logoUrl`. */
export const fieldsOf = (type: ConfigurationType): string[] => pathsOf(siteDrafts[type])

function pathsOf(schema: z.ZodType, prefix = ''): string[] {
  if (!(schema instanceof z.ZodObject)) return [prefix]
  return Object.entries(schema.shape).flatMap(([key, field]) =>
    pathsOf(field as z.ZodType, prefix === '' ? key : `${prefix}.${key}`),
  )
}

export type Settings = Record<string, unknown>

/** The settings with the fields that were given as `field=value`; what is empty is null, as a picture that is left out. */
export function withFields(type: ConfigurationType, before: Settings, given: readonly string[]): Settings {
  const known = fieldsOf(type)
  const how = safe`Fields: ${known.join(', ')}`
  const next = structuredClone(before)
  for (const pair of given) {
    const at = pair.indexOf('=')
    if (at < 1) throw usage(safe`${pair} is not a field and its value`, how)
    const field = known.find(path => path.toLowerCase() === pair.slice(0, at).toLowerCase())
    if (field === undefined) throw usage(safe`${type} settings have no field ${pair.slice(0, at)}`, how)
    putAt(next, field, toValue(field, pair.slice(at + 1)))
  }
  return next
}

function toValue(field: string, text: string): unknown {
  if (field === 'status' && /^(true|false)$/i.test(text)) return text.toLowerCase() === 'true'
  return field.startsWith('dark.') && field.endsWith('Url') && text === '' ? null : text
}

export function valueAt(settings: Settings, path: string): unknown {
  return path.split('.').reduce<unknown>((value, key) => (value as Settings | undefined)?.[key], settings)
}

export function putAt(settings: Settings, path: string, value: unknown): void {
  const [key = '', ...rest] = path.split('.')
  if (rest.length === 0) {
    settings[key] = value
    return
  }
  const inner = (settings[key] ?? {}) as Settings
  settings[key] = inner
  putAt(inner, rest.join('.'), value)
}
