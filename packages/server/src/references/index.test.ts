import { type Reference, references } from '@kinora/core'
import { describe, expect, test } from 'vitest'
import { records } from './index.ts'

/** What a row may name and somebody else may own: a stored row of before the rule, or of an import, can break it. */
const breakable: readonly string[] = ['own', 'offered', 'ofProvider']

/** Fields that no column keeps as a reference, each with why the doctor has nothing to look for. */
const unkept: Readonly<Record<string, readonly string[]>> = {
  'it is the row itself that is written, which its own scope finds': [
    ...['titles.tags', 'events.ids', 'events.tag', 'site.tag', 'site.tags'],
    ...['categories.categoryIds', 'categories.subCategoryId'],
    ...['collections.tag', 'collections.tags', 'collections.collectionIds'],
    ...['documents.ids', 'subscriptions.ids'],
    ...['labels.ids'],
    ...['batches.id', 'members.userId', 'member-imports.fileId', 'deleted-titles.tag'],
    ...['members.itemId', 'reports.subscriptionId', 'sessions.sessionId', 'live.eventId'],
  ],
  'it is the title that it is a part of, and whose owner is its own': [
    ...['titles.titleTag', 'title-history.tag', 'uploads.tag', 'captions.titleTag'],
  ],
  'a job does to each title what the title’s own write does, which is looked at there': [
    ...['title-jobs.channelId', 'title-jobs.classCategoryId', 'title-jobs.classSubCategoryId'],
    ...['title-jobs.values', 'title-jobs.tags', 'title-jobs.titleTags'],
  ],
  'it filters the titles of a job': [
    ...['title-jobs.categoryId', 'title-jobs.subcategory', 'title-jobs.labelId'],
    ...['title-jobs.focusAreaId', 'title-jobs.equipmentId'],
  ],
  'the collection keeps it, as its documentIds': ['documents.collectionTag', 'documents.collectionTags'],
  'an order of one’s own, that the views of others drop out of as they are read': ['views.viewIds'],
  'a session lasts minutes, and its bounds let in nothing that its side doesn’t own': [
    ...['embed-sessions.keyId', 'embed-sessions.tags', 'embed-sessions.categoryIds'],
  ],
  'the event is asked for by a site and kept nowhere': ['site-content.eventId'],
  'what was duplicated is taken back, the event itself': ['events.eventId'],
}

describe('C-136 what `kinora doctor` looks for among stored rows', () => {
  test('is every field of core’s table that a column keeps', () => {
    const table: Record<string, Readonly<Record<string, Reference>>> = references
    const all = Object.entries(table).flatMap(([noun, fields]) =>
      Object.entries(fields)
        // Whose a row is says its own column `tenant_id`.
        .filter(([, { may, names }]) => breakable.includes(may) && names !== 'tenant')
        .map(([field]) => `${noun}.${field}`),
    )
    const looked = Object.entries(records).flatMap(([noun, { columns }]) =>
      Object.keys(columns).map(field => `${noun}.${field}`),
    )
    expect([...looked, ...Object.values(unkept).flat()].toSorted()).toEqual(all.toSorted())
  })
})
