/** Seconds as m:ss, or h:mm:ss from an hour on; a dash for none. */
export function toLength(seconds: number): string {
  if (seconds <= 0) return '—'
  const [hours, minutes, rest] = [
    Math.floor(seconds / 3600),
    Math.floor((seconds % 3600) / 60),
    Math.floor(seconds % 60),
  ]
  const two = (value: number) => String(value).padStart(2, '0')
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`
}
