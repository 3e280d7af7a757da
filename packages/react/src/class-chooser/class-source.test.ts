import { describe, expect, test } from 'vitest'
import { collectionClasses, eventClasses } from './class-source.ts'

const asked = { query: 'flow', filters: { equipmentId: ['mat'], intensity: ['3'] }, take: 48 }

describe('what a chooser asks for', () => {
  test('COLL-09 every filter of the register, numbers as numbers', () => {
    expect(collectionClasses.toInput('north', asked)).toEqual({
      ...{ tenantId: 'north', query: 'flow', take: 48, equipmentId: ['mat'], intensity: [3] },
    })
    expect([...collectionClasses.filters].toSorted()).toEqual(
      [
        ...['categoryId', 'channelId', 'classLanguageName', 'classSubCategoryId', 'contentType', 'duration'],
        ...['equipmentId', 'focusAreaId', 'intensity', 'labelId', 'providerId', 'skill'],
      ].toSorted(),
    )
  })

  test('EVENT-30, C-57 the body of an event’s chooser: videos, all of them', () => {
    expect(eventClasses.toInput('north', asked)).toEqual({
      ...{ query: 'flow', equipmentId: ['mat'], focusAreaId: [], labelId: [] },
      ...{ contentType: 'video', tenantId: 'north', take: 9999 },
    })
  })
})
