import { safe } from './cells.ts'
import { usage } from './exit.ts'
import { DEFAULT_PROFILE, type Profile, type World } from './world.ts'

/** A profile as a command has chosen it. */
export interface ChosenProfile extends Profile {
  name: string
  /** By `--profile`, which goes before KINORA_URL. */
  isFlag: boolean
}

/** `--profile`, KINORA_PROFILE, else the default one. */
export function chooseProfile({ env, profiles }: World, flag: string | undefined): ChosenProfile {
  const name = flag ?? (env.KINORA_PROFILE || DEFAULT_PROFILE)
  if (!/^[a-z0-9][a-z0-9._-]{0,31}$/.test(name))
    throw usage(
      safe`${name} is not a profile name`,
      'Use lower-case letters, digits, dots, hyphens and underscores, 32 at most.',
    )
  return { ...profiles.open(name), name, isFlag: flag !== undefined }
}

/** Only `login` begins a profile: another command that names an unknown one has misspelt it. */
export async function assertKnown({ profiles }: World, name: string): Promise<void> {
  if (name === DEFAULT_PROFILE) return
  const known = await profiles.list()
  if (known.includes(name)) return
  throw usage(
    safe`There is no profile ${name}`,
    safe`Use one of: ${known.join(', ')}. Or create it: kinora login --profile ${name} --url ADDRESS`,
  )
}

/** ` --profile staging`, for a command that a person is told to run. */
export const profileFlag = ({ profile }: { profile: Pick<ChosenProfile, 'name' | 'isFlag'> }): string =>
  profile.name === DEFAULT_PROFILE && !profile.isFlag ? '' : ` --profile ${profile.name}`
