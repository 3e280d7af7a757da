// Loaded before a process of the suite: its clock reads milliseconds to be added from the file in FAULTS_CLOCK.
import { readFileSync } from 'node:fs'

const path = process.env.FAULTS_CLOCK
const now = Date.now.bind(Date)
const offset = () => {
  try {
    return Number(readFileSync(path, 'utf8')) || 0
  } catch {
    return 0
  }
}
const Real = Date
globalThis.Date = class extends Real {
  constructor(...parts) {
    super(...(parts.length === 0 ? [now() + offset()] : parts))
  }
  static now() {
    return now() + offset()
  }
}
