import t from 'tap';
import { asProblem, errorBody } from '../../src/api/error-body.js';
import { ERROR_NAMES, ERRORS } from '../../src/errors/error-table.js';
import { badRequest, type ErrorCode, Problem } from '../../src/errors/problem.js';
import { responseFaults } from './response-faults.js';

t.test('every code of the table has its status, a name, a way out, and one body shape', t => {
  for (const [code, { status, happened, remedy }] of Object.entries(ERRORS)) {
    t.match(code, /^[a-z]+(_[a-z]+)*$/);
    t.match(happened, /^[A-Z].*\.$/, code);
    t.match(remedy, /^[A-Z].*\.$/, code);
    const answer = errorBody(new Problem(code as ErrorCode, 'message'));
    t.equal(answer.status, status);
    t.same(JSON.parse(answer.body), { status, error: ERROR_NAMES[status], code, message: 'message' });
    t.same(responseFaults('error', JSON.parse(answer.body)), []);
  }
  t.end();
});

t.test('single faults, details and the id of a failure are carried, members without a value are not', t => {
  t.same(JSON.parse(errorBody(badRequest('limit', 'found "0"')).body), {
    status: 400,
    error: 'BAD_REQUEST',
    code: 'parameter_invalid',
    message: 'limit: found "0"',
    errors: [{ path: 'limit', message: 'found "0"' }],
  });
  const errorDetails = { count: 3, dataErrors: { 'url: expected text': { count: 3, exampleKeys: ['p1'] } } };
  const refused = new Problem('catalog_refused', 'refused', undefined, errorDetails);
  const body = JSON.parse(errorBody(refused, { id: 'r1' }).body);
  t.same(body, {
    status: 400,
    error: 'BAD_REQUEST',
    code: 'catalog_refused',
    message: 'refused',
    id: 'r1',
    errorDetails,
  });
  t.same(responseFaults('error', body), []);
  t.end();
});

t.test('a defect tells callers nothing of itself', t => {
  const problem = new Problem('import_in_progress', 'busy');
  t.equal(asProblem(problem), problem);
  for (const thrown of [new TypeError('secret'), 'secret', undefined]) {
    const { status, body } = errorBody(asProblem(thrown), { id: 'r2' });
    t.equal(status, 500);
    t.notMatch(body, /secret|\bat .*:\d/);
    t.equal(JSON.parse(body).id, 'r2');
  }
  t.end();
});
