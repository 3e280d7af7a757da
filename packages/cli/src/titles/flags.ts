import { KnownVersion, TitleDraft } from '@kinora/core'
import type { Command } from 'commander'
import * as z from 'zod'
import { addFlags, type FlagOptions, fieldsOf } from '../kernel/verb.ts'
import { versionFlag } from '../kernel/version-flag.ts'
import { text } from '../texts.ts'
import { contentTypeValues } from './format.ts'

const drafts = {
  create: TitleDraft.partial().extend({ externalId: z.string().optional() }),
  edit: TitleDraft.partial().extend(KnownVersion.shape),
}

/** How the fields of a draft are called on the command line. */
export const draftFlags: FlagOptions = {
  names: {
    ...versionFlag.names,
    className: 'title',
    classDescription: 'description',
    classCategoryId: 'category',
    classSubCategoryId: 'sub-category',
    classLanguageCode: 'language',
    channelId: 'channel',
    providerID: 'provider',
    scheduleDate: 'release-date',
    startDate: 'start-date',
    endDate: 'end-date',
    equipmentIds: 'equipment',
    focusAreaIds: 'focus-area',
    labelIds: 'label',
    keywords: 'keyword',
    imageLink: 'cover',
    alternateLink: 'alternate-link',
    thumbnailType: 'thumbnail',
    isActive: 'active',
    isEquipment: 'needs-equipment',
    contentType: 'type',
    IsAutoPublish: 'auto-publish',
    externalId: 'external-id',
  },
  values: { contentType: contentTypeValues },
  help: {
    ...versionFlag.help,
    className: text('field.title'),
    classDescription: text('field.description'),
    classCategoryId: text('field.nameOrId'),
    classSubCategoryId: text('field.nameOrId'),
    classLanguageCode: text('field.language'),
    channelId: text('field.nameOrId'),
    providerID: text('field.nameOrId'),
    scheduleDate: text('field.date'),
    startDate: text('field.date'),
    endDate: text('field.date'),
    equipmentIds: text('field.picks'),
    focusAreaIds: text('field.picks'),
    labelIds: text('field.picks'),
    keywords: text('field.keyword'),
    thumbnailType: text('field.thumbnail'),
    contentType: text('field.type'),
    instructor: text('field.instructor'),
    alternateLink: text('field.alternateLink'),
    intensity: text('field.scale'),
    skill: text('field.scale'),
    imageLink: text('field.cover'),
    isActive: text('field.active'),
    isEquipment: text('field.needsEquipment'),
    IsAutoPublish: text('field.autoPublish'),
    externalId: text('field.externalId'),
  },
  omit: ['IsMigrating', 'SourceProviderId', 'trailerName'],
}

/** A flag for every field that a person sets on a title (TITLE-01). */
export const addDraftFlags = (command: Command, kind: 'create' | 'edit') =>
  addFlags(command, fieldsOf(drafts[kind]), draftFlags)
