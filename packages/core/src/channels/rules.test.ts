import { describe, expect, test } from 'vitest'
import { checkChannel, effectsOf } from './rules.ts'
import { newChannel, nowhere } from './schema.ts'

const draft = { ...newChannel, name: 'Flow', providerId: 'north' }
const active = {
  ...{ ...draft, active: true, displayName: 'Flow', description: 'Yoga' },
  ...{ profileImageUrl: '/media/images/p.png', mediaSpaceImageUrl: '/media/images/s.jpg' },
}
const found = (of: typeof draft) => checkChannel(of).map(({ path, code }) => `${path} ${code}`)

describe('CONST-16 CHAN-04 to CHAN-09 a channel', () => {
  test.each([
    ['CHAN-09 inactive', draft, []],
    ['active', active, []],
    ['C-128 a name in another script', { ...draft, name: 'يوغا' }, []],
    ['CHAN-04 a name of signs', { ...draft, name: '--' }, ['name validation.atLeast1']],
    ['CHAN-05 no provider', { ...draft, providerId: '' }, ['providerId required.provider']],
    ['CHAN-06 no tick', { ...draft, Availability: nowhere }, ['Availability channel.selectAny']],
    ['C-128 the status is a tick', { ...active, Availability: nowhere }, []],
    ['CHAN-07 three characters', { ...active, displayName: 'Flo' }, ['displayName validation.atLeast4']],
    [
      'CHAN-08 no pictures',
      { ...active, profileImageUrl: null, mediaSpaceImageUrl: '' },
      ['profileImageUrl required.profilePic', 'mediaSpaceImageUrl required.mediaSpace'],
    ],
  ])('%s', (_, of, issues) => expect(found(of)).toEqual(issues))

  const clubs = { ...nowhere, inClub: true }
  test.each([
    ['C-103 switched off', { active: false, Availability: active.Availability }, ['deactivated']],
    ['C-104 club only', { active: true, Availability: clubs }, ['clubOnly']],
    ['both', { active: false, Availability: clubs }, ['deactivated', 'clubOnly']],
    ['neither', { active: true, Availability: { ...clubs, hotel: true } }, []],
  ])('%s', (_, after, effects) => expect(effectsOf(active, after)).toEqual(effects))
})
