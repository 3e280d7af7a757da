import type { Collection, ScheduledEvent, Title } from '@kinora/core'
import type { ComponentProps, ReactNode } from 'react'
import { describe, expectTypeOf, test } from 'vitest'
import type * as parts from './index.ts'

type Props<N extends keyof typeof parts> = (typeof parts)[N] extends (props: infer P) => ReactNode ? P : never

describe('EMBED-02 what a host makes of parts, by their types', () => {
  test('the list of a schedule takes what any list takes', () => {
    type Host = parts.ListHost<ScheduledEvent>
    expectTypeOf<parts.ScheduleProps>().toExtend<Pick<Host, 'columns' | 'rowActions' | 'bulkActions'>>()
    expectTypeOf<
      'header' | 'actions' | 'listToolbar' | 'listEmpty' | 'listFoot'
    >().toExtend<parts.SchedulePlace>()
  })

  test('a fixed filter of categories names no other filter and no other value', () => {
    type Filter = NonNullable<parts.CategoryListProps['filter']>
    expectTypeOf<{ owner: 'platform'; promoted: ['true', 'false'] }>().toExtend<Filter>()
    expectTypeOf<{ owner: 'nobody' }>().not.toExtend<Filter>()
    expectTypeOf<keyof Filter>().toEqualTypeOf<keyof parts.CategoryFilters>()
    expectTypeOf<Parameters<typeof parts.useCategoryList>[0]>().toExtend<
      { filter?: Filter | undefined } | undefined
    >()
  })

  test('layouts of lists and of the calendar stand in a root, without more than their look', () => {
    expectTypeOf<Props<'TitleCovers' | 'TitleBoard'>>().toEqualTypeOf<parts.TitleLayoutProps>()
    expectTypeOf<object>().toExtend<
      Props<'TitleModes' | 'TitleCovers' | 'TitleBoard' | 'CollectionCards' | 'ScheduleAgenda'>
    >()
    expectTypeOf<Props<'ScheduleColumns' | 'ScheduleAgenda'>>().toEqualTypeOf<parts.SchedulePartProps>()
    expectTypeOf<ComponentProps<typeof parts.ScheduleFeed>>().toEqualTypeOf<object>()
    expectTypeOf<parts.ListCardsProps<Title>['card']>().parameters.toEqualTypeOf<[Title, ReactNode]>()
    expectTypeOf<parts.CollectionCardsProps['handle']>().toEqualTypeOf<
      ((row: Collection) => ReactNode) | undefined
    >()
  })
})
