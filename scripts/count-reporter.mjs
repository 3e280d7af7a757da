/** Ends the run with the one line that CI reads: `N passed, N failed`. */
export default class CountReporter {
  onTestRunEnd(modules, unhandled) {
    let passed = 0
    let failed = unhandled.length
    let skipped = 0
    for (const module of modules) {
      let inModule = 0
      for (const test of module.children.allTests()) {
        inModule += 1
        const { state } = test.result()
        if (state === 'passed') passed += 1
        else if (state === 'failed') failed += 1
        else skipped += 1
      }
      if (module.errors().length > 0 || (module.state() === 'failed' && inModule === 0)) failed += 1
    }
    console.log(`\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
  }
}
