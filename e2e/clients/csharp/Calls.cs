using System;
using System.Collections.Generic;
using System.Linq;
using System.Runtime.Serialization;
using System.Threading.Tasks;
using Aliado;

/// <summary>Calls the C# client as a test says, and tells what came of each call.</summary>
static class Calls
{
    public static async Task<string> Run(CallsAsked asked)
    {
        var retries = new List<FoundRetry>();
        var options = asked.options.Options();
        if (asked.options.backoff == null) options.Backoff = TimeSpan.FromSeconds(0.01);
        options.Random = () => 0.5;
        options.OnRetry = retry =>
        {
            lock (retries) retries.Add(new FoundRetry(retry));
        };
        var given = asked.credential;
        AliadoClient client;
        try
        {
            client = new AliadoClient(asked.url, given.apiKey, given.clientId, given.clientSecret, options);
        }
        catch (ArgumentException error)
        {
            return "{\"outcomes\":[" + Misuse(error) + "],\"retries\":[]}";
        }
        var outcomes = new List<string>();
        if (asked.together) outcomes.AddRange(await Task.WhenAll(asked.calls.Select(call => OutcomeOf(client, call))));
        else
            foreach (var call in asked.calls) outcomes.Add(await OutcomeOf(client, call));
        return "{\"outcomes\":[" + string.Join(",", outcomes) + "],\"retries\":" + Program.Json(retries) + "}";
    }

    static async Task<string> OutcomeOf(AliadoClient client, GivenCall call)
    {
        try
        {
            return "{\"value\":" + await ValueOf(client, call) + "}";
        }
        catch (AliadoError error)
        {
            return Program.Json(new FoundError
            {
                error = error.GetType().Name,
                text = error.Message,
                status = error.Status,
                code = error.Code,
                title = error.Title,
                messages = error.Messages.ToList(),
                requestId = error.RequestId,
                retryAfter = error.RetryAfter == null ? (double?)null : error.RetryAfter.Value.TotalSeconds,
            });
        }
        catch (ArgumentException error)
        {
            return Misuse(error);
        }
    }

    static async Task<string> ValueOf(AliadoClient client, GivenCall call)
    {
        var late = GivenOptions.Seconds(call.deadline);
        switch (call.method)
        {
            case "apply":
                return Program.Json(await client.ApplyAsync(call.body, call.key, late));
            case "standing":
                return Program.Json(await client.StandingAsync(call.reference, late));
            case "release":
                return Program.Json(await client.ReleaseAsync(call.authorizationCode, call.reference, late));
            default:
                var filter = new ConsumptionFilter { From = call.filter.from, PageSize = call.pageSize };
                var reader = client.Consumptions(filter, late);
                var all = new List<ListedConsumption>();
                while (await reader.ReadAsync()) all.Add(reader.Current);
                return Program.Json(all);
        }
    }

    static string Misuse(ArgumentException error)
    {
        return Program.Json(new FoundMisuse { error = "misuse", text = error.ToString() });
    }
}

[DataContract]
class CallsAsked
{
    [DataMember] public string url;
    [DataMember] public GivenCredential credential;
    [DataMember] public GivenOptions options;
    [DataMember] public bool together;
    [DataMember] public List<GivenCall> calls;
}

[DataContract]
class GivenCall
{
    [DataMember] public string method;
    [DataMember] public double? deadline;
    [DataMember] public Purchase body;
    [DataMember] public string key;
    [DataMember] public string authorizationCode;
    [DataMember] public string reference;
    [DataMember] public GivenFilter filter;
    [DataMember] public int? pageSize;
}

[DataContract]
class GivenFilter
{
    [DataMember] public string from;
}

[DataContract]
class FoundRetry
{
    [DataMember] public string operation;
    [DataMember] public int tries;
    [DataMember] public double wait;
    [DataMember] public int status;

    public FoundRetry(Retry retry)
    {
        operation = retry.Operation;
        tries = retry.Tries;
        wait = retry.Wait.TotalSeconds;
        status = retry.Status;
    }
}

[DataContract]
class FoundError
{
    [DataMember] public string error;
    [DataMember] public string text;
    [DataMember] public int status;
    [DataMember] public string code;
    [DataMember] public string title;
    [DataMember] public List<Message> messages;
    [DataMember] public string requestId;
    [DataMember] public double? retryAfter;
}

[DataContract]
class FoundMisuse
{
    [DataMember] public string error;
    [DataMember] public string text;
}
