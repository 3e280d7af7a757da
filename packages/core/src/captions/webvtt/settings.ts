const number = String.raw`\d+(?:\.\d+)?`
const percent = `(${number})%`

/** WebVTT's settings of a cue; what doesn't match is ignored by players. */
const settings: Readonly<Record<string, RegExp>> = {
  region: /^\S+$/,
  vertical: /^(?:rl|lr)$/,
  line: new RegExp(`^(?:-?${number}|${percent})(?:,(?:start|center|end))?$`),
  position: new RegExp(`^${percent}(?:,(?:line-left|center|line-right))?$`),
  size: new RegExp(`^${percent}$`),
  align: /^(?:start|center|end|left|right)$/,
}

/** The settings among these that a player ignores. */
export function ignoredSettings(text: string): string[] {
  return text.split(/[ \t\f]+/).filter(setting => setting !== '' && !isSetting(setting))
}

function isSetting(setting: string): boolean {
  const colon = setting.indexOf(':')
  const match = settings[setting.slice(0, colon)]?.exec(setting.slice(colon + 1))
  return match != null && Number(match[1] ?? 0) <= 100
}
