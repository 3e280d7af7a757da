import { describe, expect, test } from 'vitest'
import type * as z from 'zod'
import {
  Batch,
  BatchDraft,
  Caption,
  CaptionDraft,
  Category,
  Document,
  DocumentDraft,
  documents,
  Equipment,
  FavouriteChange,
  FocusArea,
  Label,
  Metadata,
  Review,
  ReviewFilter,
  SubCategory,
  TermsDraft,
  TermsFile,
  Title,
  User,
} from './index.ts'
import { Paged, PageInput } from './kernel/pages.ts'
import {
  differences,
  type FieldTable,
  flag,
  oneOf,
  someUpTo,
  text,
  textOrNull,
  texts,
  upTo,
  whole,
  wholeOrNull,
} from './kernel/testing/field-table.ts'

const localised = { invariantText: 'Yoga', localTexts: [{ ietfTag: 'de-DE', text: 'Yoga' }] }
const names = [[localised], ['Yoga', null, { invariantText: 'Yoga', localTexts: [{ text: 'a' }] }]] as const
const day = [
  ['2026-11-20', '2026-11-20T09:00:00', null],
  ['20 Nov 2026', 1],
] as const
const scale = [
  [1, 10, null],
  [0, 11, 1.5, '5'],
] as const
const ids = [
  [[], ['a']],
  [[1], 'a', null],
] as const
const file = new File(['x'], 'a')

describe('the fields of the register, spelt as they travel, with their type and their limits', () => {
  test.each<[string, z.ZodObject, FieldTable]>([
    [
      'TITLE-01, B-1 a title',
      Title,
      {
        ...{ tag: text, classCategory: text, classSubCategory: text, classLanguage: text, channelName: text },
        ...{ provider: text, providerType: whole, tenants: texts, creationDate: text },
        ...{ scheduleDate: day, startDate: day, endDate: day, publishedDate: textOrNull },
        ...{ className: text, classDescription: text, instructor: text, keywords: texts },
        ...{ classCategoryId: textOrNull, classSubCategoryId: textOrNull, classLanguageCode: textOrNull },
        ...{ channelId: textOrNull, providerID: textOrNull, SourceProviderId: textOrNull },
        durationSecond: [
          [0, 600],
          [-1, 1.5, null],
        ],
        ...{ equipmentIds: ids, focusAreaIds: ids, labelIds: ids },
        ...{ equipmentTypeTags: texts, focusAreaTags: texts },
        ...{
          intensity: scale,
          skill: scale,
          level: [['beginner', 'intermediate', 'advanced', null], ['expert']],
        },
        ...{ imageLink: textOrNull, alternateLink: textOrNull, thumbnailType: oneOf('auto', 'custom') },
        ...{ isActive: flag, isComplete: flag, isEquipment: flag, isFavourite: flag },
        ...{ status: whole, videoStatus: wholeOrNull, trailerStatus: wholeOrNull },
        ...{ trailerLinkWeb: textOrNull, trailerLinkMobile: textOrNull, trailerName: textOrNull },
        ...{ rawVideoFileUrl: textOrNull, streamingLink: textOrNull, errorType: textOrNull },
        ...{ jobID: textOrNull, chunkNumber: whole, IsMigrating: flag, IsAutoPublish: flag, isDelete: flag },
        ...{ contentType: oneOf(1, 2), mediaType: whole },
      },
    ],
    [
      'B-2 a page of a list',
      Paged(Title.pick({ tag: true })),
      {
        ...{ totalRecords: whole, totalPages: whole, page: whole },
        data: [
          [[], [{ tag: 'a' }]],
          [null, [{ tag: 1 }]],
        ],
      },
    ],
    [
      'B-2 which page is asked for',
      PageInput,
      {
        ...{
          from: [
            [1, 51],
            [0, '1'],
          ],
          to: [[1, 100], [0]],
          count: [[1, 50], [0]],
        },
        page: [
          [1, 2, undefined],
          [0, 1.5],
        ],
        take: [
          [-1, 1, 9999, 99_999, undefined],
          [-2, 100_000],
        ],
      },
    ],
    [
      'B-3 metadata',
      Metadata,
      Object.fromEntries(
        ['categories', 'channels', 'equipments', 'focusAreas', 'languages', 'providers', 'labels'].map(
          list => [list, [[[]], [{}, null, [{ id: 1 }]]]] as const,
        ),
      ),
    ],
    [
      'B-4 a category',
      Category,
      {
        ...{ categoryId: text, name: names, description: names, isPromoted: flag },
        ...{ imageLink: textOrNull, bannerImageLink: textOrNull, displayOrder: whole },
        subCategories: [
          [[], [{ subCategoryId: 'a', isPromoted: true, name: localised }]],
          [null, ['a']],
        ],
      },
    ],
    ['B-4 a sub category', SubCategory, { subCategoryId: text, isPromoted: flag, name: names }],
    ...(
      [
        ['B-5 a label', Label, 'labelId'],
        ['B-5 a focus area', FocusArea, 'focusAreaId'],
        ['B-5 equipment', Equipment, 'equipmentId'],
      ] as const
    ).map(([name, schema, id]): [string, z.ZodObject, FieldTable] => [
      name,
      schema,
      {
        ...{ tenantId: textOrNull, [id]: text, isActive: flag },
        name: [
          [{}, { 'de-DE': 'Matte' }],
          ['Matte', null, { 'de-DE': 1 }],
        ],
      },
    ]),
    [
      'B-6 a caption track',
      Caption,
      { trackId: text, titleTag: text, url: text, title: text, language: text },
    ],
    ['B-6 what is set on it', CaptionDraft, { title: someUpTo(100), language: [['de-DE'], ['', null]] }],
    [
      'B-7 a review',
      Review,
      {
        ...{
          date: text,
          rating: [
            [1, 5],
            [0, 6, 4.5, null],
          ],
          comment: text,
          user: text,
        },
        ...{ title: text, provider: text, channel: text },
      },
    ],
    [
      'B-7 its filter',
      ReviewFilter,
      { channelId: [['a', null], [1]], providerId: [['a', null], [1]], tenantId: [['a', null], [1]] },
    ],
    [
      'B-8 a batch',
      Batch,
      {
        ...{ batchId: text, tenantId: textOrNull, title: text, notificationEmail: text, createdDate: text },
        status: [
          ['Processing', 'Complete', 'Cancelled', 'Stop', null],
          ['Done', 1],
        ],
        ...{ fileStoreStatus: oneOf('Ready', 'Error'), filesFound: whole, fileToProcess: text },
      },
    ],
    [
      'B-8 what is filled in',
      BatchDraft,
      { title: someUpTo(255), notificationEmail: [['a@b.co'], ['', 'a@b', null]] },
    ],
    [
      'B-9 the signed-in user',
      User,
      {
        userId: text,
        displayName: text,
        email: text,
        role: [
          [0, 1, 2, 3],
          [4, -1, '0', null],
        ],
      },
    ],
    [
      'B-18 DOC-01 a document',
      Document.extend({ ...DocumentDraft.shape, file: documents.create.input.shape.file }),
      {
        ...{ documentId: text, documentName: [['plan.pdf'], ['plan.doc', '']], title: someUpTo(40) },
        ...{ description: upTo(90), file: [[file], ['a', null]], type: oneOf('pdf') },
        ...{ active: flag, tenantId: text },
      },
    ],
    [
      'B-19 terms',
      TermsDraft,
      {
        ...{
          Title: someUpTo(255),
          PolicyType: [
            ['tnc', undefined],
            ['privacy', null],
          ],
        },
        files: [[{ 'de-DE': file }], [{ 'de-DE': 'a' }, null]],
        filenames: [
          [{ 'de-DE': 'a.html' }, undefined],
          [{ 'de-DE': 'a?.html' }, null],
        ],
      },
    ],
    ['B-19 a file of them', TermsFile, { version: whole, languageCode: text, filename: text }],
    [
      'B-24 a favourite',
      FavouriteChange,
      { TenantId: [['a'], [1, null]], ContentId: [['a'], [1, null]], Action: oneOf('add', 'remove') },
    ],
  ])('%s', (_, schema, table) => expect(differences(schema, table)).toEqual([]))
})
