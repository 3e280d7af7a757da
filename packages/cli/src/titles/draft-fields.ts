import { TitleDraft } from '@kinora/core'
import * as z from 'zod'
import { type Field, fieldsOf } from '../kernel/verb.ts'

export interface DraftFields {
  create: [string, Field][]
  edit: [string, Field][]
}

const ForCreate = TitleDraft.partial().extend({ externalId: z.string().optional() })

/** What a person sets on a title, from the contract. */
export const draftFields = (): DraftFields => ({
  create: [...fieldsOf(ForCreate)],
  edit: [...fieldsOf(TitleDraft.partial())],
})
