import { titles } from '@kinora/core'
import { type Field, fieldsOf } from '../kernel/verb.ts'

export interface FilterFields {
  search: [string, Field][]
  export: [string, Field][]
}

/** What titles are searched by, from the contract. */
export const filterFields = (): FilterFields => ({
  search: [...fieldsOf(titles.search.input)],
  export: [...fieldsOf(titles.export.input)],
})
