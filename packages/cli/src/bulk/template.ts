import { memberTemplateRows, templateRows } from '@kinora/core/bulk'
import { stringify } from 'csv-stringify/sync'

/** BULK-07, BULK-12: an empty catalogue with a guiding row and an example. */
export const toTemplate = (): string => stringify(templateRows())

/** The same of a file of members. */
export const toMemberTemplate = (): string => stringify(memberTemplateRows())
