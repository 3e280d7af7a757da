import { en, type HistoryField, KinoraError, RestorableField } from '@kinora/core'
import { safe } from '../kernel/cells.ts'

/** A title’s field as forms name it. */
export const fieldLabel = (field: HistoryField): string => en[`field.${field}`]

/** A field by its name in the contract or in forms, in whatever case. Throws `invalid` with all that there are. */
export function toRestorableField(written: string): RestorableField {
  const wanted = written.trim().toLowerCase()
  const found = RestorableField.options.find(field =>
    [field, fieldLabel(field)].some(name => name.toLowerCase() === wanted),
  )
  if (found !== undefined) return found
  const fields = RestorableField.options.join(', ')
  throw new KinoraError('invalid', {
    detail: safe`“${written}” is not a field that can be restored. Choose from: ${fields}`,
  })
}
