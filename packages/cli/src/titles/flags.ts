import { KnownVersion, TitleDraft } from '@kinora/core'
import type { Command } from 'commander'
import * as z from 'zod'
import { versionFlag } from '../kernel/flags.ts'
import { text } from '../kernel/texts.ts'
import { addFlags, type FlagOptions, fieldsOf } from '../kernel/verb.ts'
import { contentTypeValues } from './format.ts'

const help = { date: 'such as 2026-11-20 or 2026-11-20T09:30:00', picks: 'names or ids, at most 3' } as const

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
    providerId: 'provider',
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
    className: 'name, at most 40 characters',
    classDescription: 'at most 10000 characters; HTML where the tenant allows formatting',
    classCategoryId: text('field.nameOrId'),
    classSubCategoryId: text('field.nameOrId'),
    classLanguageCode: text('field.language'),
    channelId: text('field.nameOrId'),
    providerId: text('field.nameOrId'),
    scheduleDate: help.date,
    startDate: help.date,
    endDate: help.date,
    equipmentIds: help.picks,
    focusAreaIds: help.picks,
    labelIds: help.picks,
    keywords: 'word that people search for',
    thumbnailType: 'whether the cover is made of the video',
    contentType: 'kind of title',
    instructor: 'at most 100 characters',
    alternateLink: 'another address of the content',
    intensity: text('field.scale'),
    skill: text('field.scale'),
    imageLink: 'a 16:9 JPEG, or a URL',
    isActive: 'visible; --no-active hides it',
    isEquipment: 'requires equipment (--no-needs-equipment)',
    IsAutoPublish: 'publish automatically once processed',
    externalId: 'id in your own catalogue; never creates two titles',
  },
  omit: ['IsMigrating', 'SourceProviderId', 'trailerName'],
}

/** A flag for every field that a person sets on a title (TITLE-01). */
export const addDraftFlags = (command: Command, kind: 'create' | 'edit') =>
  addFlags(command, fieldsOf(drafts[kind]), draftFlags)
