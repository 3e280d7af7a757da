import { describe, expect, test } from 'vitest'
import {
  checkBatch,
  checkCaption,
  checkCategory,
  checkTaxonomy,
  checkTitle,
  DocumentDraft,
  emptyTitleDraft,
  limits,
  missingForComplete,
  missingForDisplay,
  missingToPublish,
  newCategory,
  newTaxonomy,
  TERMS_POLICY,
  TermsDraft,
  Title,
  TitleDraft,
} from './index.ts'

const paths = (issues: readonly { path: string }[]) => issues.map(({ path }) => path)

describe('what the register asks for beyond a type', () => {
  test('B-1 of a title, at most so much', () => {
    expect(paths(checkTitle({ className: 'a'.repeat(40), classDescription: 'a'.repeat(10_000) }))).toEqual([])
    expect(paths(checkTitle({ className: 'a'.repeat(41), classDescription: 'a'.repeat(10_001) }))).toEqual([
      ...['className', 'classDescription'],
    ])
    const picks = ['equipmentIds', 'focusAreaIds', 'labelIds'] as const
    for (const [ids, refused] of [
      [['a', 'b', 'c'], []],
      [['a', 'b', 'c', 'd'], picks],
    ] as const)
      expect(
        paths(checkTitle({ equipmentIds: [...ids], focusAreaIds: [...ids], labelIds: [...ids] })),
      ).toEqual(refused)
  })

  test('B-1 of a title, what must be there and what need not', () => {
    const required = [
      ...['className', 'classDescription', 'imageLink', 'classCategoryId', 'skill'],
      ...['classLanguageCode', 'equipmentIds', 'intensity'],
    ]
    expect(paths(missingForComplete(emptyTitleDraft))).toEqual(required)
    expect(paths(missingForComplete({ ...emptyTitleDraft, contentType: 2 }))).not.toContain('imageLink')
    expect(paths(missingToPublish(emptyTitleDraft))).toEqual([...required, 'channelId', 'scheduleDate'])
    expect(paths(missingForDisplay(emptyTitleDraft))).toContain('providerId')
    // Whatever a person sets is a field of the title too.
    expect(Object.keys(Title.shape)).toEqual(expect.arrayContaining(Object.keys(TitleDraft.shape)))
  })

  test('B-4 of a category its name, and texts in the tenant’s languages', () => {
    expect(paths(checkCategory(newCategory, ['de-DE']))).toEqual(['name.invariantText'])
    const name = (ietfTag: string) => ({ invariantText: 'Yoga', localTexts: [{ ietfTag, text: 'Yoga' }] })
    expect(checkCategory({ name: name('de-DE') }, ['de-DE'])).toEqual([])
    expect(checkCategory({ name: name('fr-FR') }, ['de-DE'])).toHaveLength(1)
  })

  test('B-5 of a label its name in the default language', () => {
    const german = { languageCodes: ['de-DE'], languageTag: 'de-DE' }
    expect(paths(checkTaxonomy(newTaxonomy, german))).toEqual(['name.de-DE'])
    expect(checkTaxonomy({ name: { 'de-DE': 'Matte' } }, german)).toEqual([])
  })

  test('B-6 of a caption track title, language and a .vtt file', () => {
    expect(paths(checkCaption({ title: '', language: '' }, null, false))).toEqual([
      'title',
      'language',
      'file',
    ])
    const track = { title: 'English', language: 'en-GB' }
    expect(checkCaption(track, { name: 'a.vtt' }, false)).toEqual([])
    expect(paths(checkCaption(track, { name: 'a.srt' }, false))).toEqual(['file'])
  })

  test('B-8 of a batch title, e-mail and a CSV', () => {
    expect(paths(checkBatch({ title: '', notificationEmail: '' }, undefined))).toEqual([
      ...['title', 'notificationEmail', 'file'],
    ])
    const batch = { title: 'Spring', notificationEmail: 'a@b.co' }
    expect(checkBatch(batch, { name: 'a.csv', size: 1 })).toEqual([])
    expect(paths(checkBatch(batch, { name: 'a.xlsx', size: 1 }))).toEqual(['file'])
  })

  test('B-18 a document is smaller than 10 MB; B-19 the one kind of policy is taken as read', () => {
    expect(limits.documentSize).toBe(10 * 1024 * 1024)
    expect(DocumentDraft.safeParse({ title: 'Plan', description: '', active: true }).success).toBe(false)
    expect(TermsDraft.parse({ title: 'Terms', files: {} }).policyType).toBe(TERMS_POLICY)
    expect(TERMS_POLICY).toBe('tnc')
  })
})
