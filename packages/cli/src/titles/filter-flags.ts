import { TitleFilter, titles } from '@kinora/core'
import type { Command } from 'commander'
import { text } from '../kernel/texts.ts'
import { addFlags, type FlagOptions, fieldsOf, rowsOfPage } from '../kernel/verb.ts'
import { contentTypeValues, statusValues } from './format.ts'

/** How the filters of titles are called on the command line. */
export const filterFlags: FlagOptions = {
  names: {
    categoryId: 'category',
    subcategory: 'sub-category',
    labelId: 'label',
    focusAreaId: 'focus-area',
    equipmentId: 'equipment',
    classLanguageName: 'language',
    channelId: 'channel',
    providerId: 'provider',
    contentType: 'type',
    titleTags: 'tag',
    externalId: 'external-id',
  },
  values: { contentType: contentTypeValues, status: statusValues },
  help: {
    query: text('filter.query'),
    categoryId: text('field.nameOrId'),
    subcategory: text('field.nameOrId'),
    labelId: text('field.nameOrId'),
    focusAreaId: text('field.nameOrId'),
    equipmentId: text('field.nameOrId'),
    channelId: text('field.nameOrId'),
    providerId: text('field.nameOrId'),
    classLanguageName: text('field.language'),
    duration: 'seconds',
    skill: '1 to 10, or a band',
    intensity: text('field.scale'),
    sort: text('filter.sort'),
    dir: text('filter.dir'),
    status: 'status',
    contentType: 'kind of title',
    titleTags: 'tag of a title',
    externalId: 'id in your own catalogue',
    stuck: 'only titles without progress for too long, or with a damaged file',
    releaseWithin: 'only titles with a release date within this many days, published or not',
    dueSoon: 'only titles due for release within 48 hours and not published',
  },
  omit: ['classSubCategoryId', 'tenant', ...rowsOfPage],
}

/** TITLE-14: a flag for every filter. */
export const addFilterFlags = (command: Command, kind: 'search' | 'export') =>
  addFlags(command, fieldsOf(titles[kind].input), filterFlags)

/** The same for what chooses titles rather than a page of them; tags are arguments there. */
export const addChoiceFlags = (command: Command) =>
  addFlags(command, fieldsOf(TitleFilter), { ...filterFlags, omit: [...filterFlags.omit!, 'titleTags'] })
