import { describe, expect, test } from 'vitest'
import { contrastOf, levelOf, siteImages, textOn } from './appearance.ts'
import { SiteInput, toConfigurationType } from './schema.ts'

describe('SITE-14 the contrast of colours', () => {
  test.each([
    ['#000000', '#FFFFFF', 21, 'strong'],
    ['#767676', '#ffffff', 4.54, 'good'],
    ['#777777', '#ffffff', 4.48, 'large'],
    ['#F59E0B', '#ffffff', 2.15, 'weak'],
  ])('%s on %s is %d to 1', (one, other, ratio, level) => {
    expect(contrastOf(one, other)).toBeCloseTo(ratio, 2)
    expect(contrastOf(other, one)).toBe(contrastOf(one, other))
    expect(levelOf(contrastOf(one, other)!)).toBe(level)
  })
  test('what is no colour has none', () => expect(contrastOf('red', '#fff')).toBeUndefined())
  test.each([
    ['#1F4FD8', '#ffffff'],
    ['#F59E0B', '#000000'],
  ])('text on %s is %s', (colour, text) => expect(textOn(colour)).toBe(text))
})

test('SITE-05, C-105 types of links go by name or number', () => {
  expect([1, 2, 3, 'web'].map(type => toConfigurationType(type as 1 | 'web'))).toEqual([
    'social',
    'app',
    'custom',
    'web',
  ])
  const link = { tenantId: 'a', httpLink: 'x.com', configurationSubType: 'Twitter', status: true }
  expect(SiteInput.safeParse({ ...link, configurationType: 1 }).success).toBe(true)
  expect(SiteInput.safeParse({ ...link, configurationType: 2 }).success).toBe(false)
})

test('SITE-04, C-107 each picture has its own rule, by theme where they differ', () => {
  const rules = Object.values(siteImages).flatMap(fields =>
    Object.entries(fields).map(([path, { kind, asset }]) => `${path}: ${kind} as ${asset}`),
  )
  expect(rules).toEqual([
    'logoUrl: webLogo as logo',
    'faviconUrl: favicon as favicon',
    'homeImageUrl: homeImage as homeImage',
    'light.logoUrl: lightMobileLogo as mobileLogo',
    'light.splashUrl: splash as splash',
    'light.appIconUrl: appIcon as icon',
    'dark.logoUrl: darkMobileLogo as mobileLogo',
    'dark.splashUrl: splash as splash',
    'dark.appIconUrl: appIcon as icon',
  ])
})
