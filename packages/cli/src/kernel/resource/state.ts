import { en } from '@kinora/core'
import type { Column } from '../print.ts'

/** The word for `isActive`. */
export const stateOf = ({ isActive }: { isActive: boolean }): string =>
  en[isActive ? 'ui.form.active' : 'ui.form.inactive']

/** The column of `isActive`. */
export const stateColumn: Column<{ isActive: boolean }> = {
  header: 'STATE',
  value: stateOf,
  look: row => (row.isActive ? 'good' : 'dim'),
}
